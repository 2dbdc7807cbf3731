import type { Translated } from '../create-translator.js';
import type { AccountEnglish } from './en.js';

/** Messages in Spanish of the account pages: sign-in, registration, the links of account mails, and the account with its requests. */
export const es: Translated<AccountEnglish> = {
  'account.full_name': 'Nombre y apellidos',
  'account.email': 'Correo electrónico',
  'account.phone': 'Teléfono',
  'account.phone_hint':
    'Para poder contactar con usted durante la visita, por ejemplo ante una puerta cerrada. Nunca para publicidad.',
  'account.language': 'Idioma de los correos',
  'account.language_hint': 'El de las páginas se elige al final de cada una.',
  'account.language_of_request': 'El de cada solicitud',
  'account.password': 'Contraseña',
  'account.current_password': 'Contraseña actual',
  'account.new_password': 'Contraseña nueva',
  'account.password_hint': 'Unas cuantas palabras al azar son una buena opción.',
  'account.password_is_email': 'La contraseña no puede ser su correo.',

  'account.sign_in.lead': 'Vea sus solicitudes y sus informes en un solo lugar.',
  'account.sign_in.forgotten': '¿Ha olvidado la contraseña?',
  'account.sign_in.wrong': 'El correo o la contraseña no son correctos.',

  'account.register.heading': 'Crear una cuenta',
  'account.register.lead':
    'Reúna sus solicitudes e informes, y envíe enlaces de fotos a otras personas.',
  'account.register.button': 'Crear cuenta',
  'account.register.taken': 'Ya existe una cuenta con este correo. Inicie sesión.',
  'account.register.already': '¿Ya tiene una cuenta? Inicie sesión.',

  'account.request': 'Solicitar una verificación',
  'account.none': 'Aún no hay solicitudes. Solicite una verificación y aparecerá aquí.',
  'account.older': 'Solicitudes anteriores',
  'account.search': 'Buscar en sus solicitudes',
  'account.find': 'Buscar',
  'account.all_states': 'Todos',
  'account.show_all': 'Mostrar todas',
  'account.found':
    '{found, plural, one {# solicitud encontrada.} many {# de solicitudes encontradas.} other {# solicitudes encontradas.}}',
  'account.found_none': 'No se encontró ninguna solicitud.',
  'account.found_first': 'Se muestran las primeras {shown, number}; el archivo las contiene todas.',
  'account.file': 'Descargar CSV',
  'account.column.question': 'Pregunta',
  'account.column.address': 'Dirección',
  'account.column.state': 'Estado',
  'account.column.requested': 'Fecha de solicitud',
  'account.column.request_id': 'ID de la solicitud',

  'account.state.received': 'Recibida',
  'account.state.quoted': 'Elija una oferta',
  'account.state.unserviceable': 'No se puede verificar',
  'account.state.offer_selected': 'Pendiente de pago',
  'account.state.awaiting_payment': 'Pago iniciado',
  'account.state.confirmed': 'Confirmada',
  'account.state.in_progress': 'Recibiendo fotos',
  'account.state.report_ready': 'Informe listo',
  'account.state.completed': 'Finalizada',
  'account.state.disputed': 'Impugnada',
  'account.state.cancelled': 'Cancelada',
  'account.state.expired': 'Caducada',

  'account.unconfirmed':
    'Confirme su correo: hemos enviado un enlace a {email}. Hasta entonces no enviaremos enlaces de fotos en su nombre.',
  'account.unconfirmable':
    'Este servicio no envía correos, por lo que su dirección no se puede confirmar. Copie cada enlace de fotos y compártalo.',
  'account.send_new': 'Enviar un enlace nuevo',
  'account.sent': 'Le hemos enviado un enlace nuevo.',

  'account.your_account': 'Su cuenta',
  'account.details': 'Sus datos de contacto',
  'account.save': 'Guardar datos',
  'account.saved': 'Sus datos se han guardado.',
  'account.change_password': 'Cambiar contraseña',
  'account.password_changed':
    'Su contraseña ha cambiado. Se ha cerrado la sesión en los demás dispositivos.',
  'account.wrong_password': 'La contraseña no es correcta.',
  'account.data': 'Sus datos almacenados',
  'account.data_lead':
    'Todos los datos guardados sobre usted y sus solicitudes, en un solo archivo.',
  'account.download': 'Descargar mis datos',
  'account.delete': 'Eliminar mi cuenta',
  'account.delete_lead':
    'Se eliminarán su cuenta, sus solicitudes y los informes. Esto no se puede deshacer.',
  'account.delete_now': 'Eliminar definitivamente',
  'account.busy':
    'Estas solicitudes siguen en curso. Espere a recibir los informes o reembolsos y elimine después la cuenta:',
  'account.deleted': 'Su cuenta se ha eliminado',
  'account.deleted_lead':
    'Los datos restantes se eliminarán en el plazo de una hora. Se ha cerrado su sesión.',

  'account.confirm.heading': 'Confirme su correo',
  'account.confirm.lead':
    'Pulse el botón para confirmar que este correo es suyo. Si no ha iniciado sesión en su cuenta con este navegador, a continuación tendrá que crear una contraseña nueva.',
  'account.confirm.button': 'Confirmar',
  'account.confirm.done': 'Su correo está confirmado.',
  'account.confirm.choose_password':
    'Su correo está confirmado. No había iniciado sesión en la cuenta con este navegador, así que la contraseña del registro ya no sirve y se han cerrado todas las sesiones. Cree una contraseña nueva.',
  'account.confirm.sign_in': 'Inicie sesión para recibir un enlace nuevo.',

  'account.reset.heading': 'Restablecer la contraseña',
  'account.reset.lead': 'Le enviaremos un enlace para crear una nueva.',
  'account.reset.no_mail':
    'Este servicio no envía correos, por lo que no puede enviarle un enlace. Contacte con el operador del servicio.',
  'account.reset.button': 'Enviar el enlace',
  'account.reset.sent': 'Si existe una cuenta con este correo, el enlace va en camino.',
  'account.reset.sent_again': 'Si existe una cuenta con este correo, otro enlace va en camino.',
  'account.reset.wait':
    'Suele llegar en menos de un minuto y es válido durante {hours, plural, one {# hora} many {# de horas} other {# horas}}. Si no llega, revise la carpeta de spam y compruebe la dirección: {email}.',
  'account.reset.again': 'Enviar de nuevo',
  'account.reset.other_email': 'Usar otro correo',
  'account.reset.have_link': '¿Ya tiene el enlace?',
  'account.reset.set': 'Guardar contraseña',
  'account.reset.done': 'Su contraseña se ha guardado. Ha iniciado sesión.',

  'account.link.expired': 'Este enlace ha caducado.',
  'account.link.invalid': 'Este enlace ya no funciona.',
};
