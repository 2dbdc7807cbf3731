import type { Translated } from '../create-translator.js';
import type { FrameEnglish } from './en.js';

/** Messages in Spanish that every page can show. */
export const es: Translated<FrameEnglish> = {
  'frame.service': 'Servicio de verificación',
  'frame.description':
    'Alguien va al lugar con un teléfono. Usted recibe un informe firmado con fotos, ubicaciones y horas.',
  'frame.title': '{heading} – Servicio de verificación',
  'frame.title_with_error': 'Error: {heading} – Servicio de verificación',
  'frame.skip': 'Ir al contenido',
  'frame.navigation': 'Menú principal',
  'frame.your_requests': 'Sus solicitudes',
  'frame.signed_in_as': 'Sesión iniciada como',
  'frame.sign_out': 'Cerrar sesión',
  'frame.sign_in': 'Iniciar sesión',
  'frame.interface': 'API',
  'frame.about': 'Acerca de',
  'frame.help': 'Ayuda',
  'frame.privacy': 'Privacidad',
  'frame.imprint': 'Aviso legal',
  'frame.run_by': 'Servicio operado por {name}.',
  'frame.language': 'Idioma',
  'frame.change_language': 'Cambiar',

  'frame.zones.utc': 'Las horas están en UTC.',
  'frame.zones.place': 'Las horas están en la zona horaria del lugar ({zone}).',
  'frame.zones.apart':
    'Las horas en el lugar están en su zona horaria ({zone}); las demás, en la de usted.',

  'frame.did_you_mean': '¿Quiso decir {email}?',

  'frame.name_hint':
    'Al menos 2 caracteres. Si el nombre tiene un solo carácter, como 李, añada el nombre de pila.',
  'frame.problem': 'Revise los datos',
  'frame.field_problem': '{label}: {message}',
  'frame.fill_in': 'Este campo es obligatorio.',
  'frame.too_short': 'Escriba al menos {least} caracteres.',
  'frame.too_long': 'Escriba como máximo {most} caracteres; ahora hay {have}.',
  'frame.number': 'Escriba un número, por ejemplo 52.5219.',
  'frame.range': 'Escriba un número de {least} a {most}.',
  'frame.email': 'Escriba una dirección de correo electrónico, por ejemplo name@example.com.',
  'frame.invalid': 'Este dato no es válido.',

  'frame.no_connection': 'Sin conexión. Lo que ha escrito se conserva.',
  'frame.try_again': 'Reintentar',
  'frame.too_many': 'Demasiados intentos. Vuelva a intentarlo en {time}.',
  'frame.our_fault':
    'Se ha producido un error en nuestro sistema. Si se pone en contacto con nosotros, indique el número {number}.',
  'frame.our_fault_unnumbered':
    'Se ha producido un error en nuestro sistema. Vuelva a intentarlo en un minuto.',
  'frame.no_pdf': 'El PDF aún se está creando. Vuelva a intentarlo en un minuto.',
  'frame.signed_out': 'Se ha cerrado su sesión. Vuelva a iniciarla.',
  'frame.other_site':
    'Esto se envió desde una página de otro sitio. Recargue esta página e inténtelo de nuevo.',
  'frame.not_now': 'Esto ya no es posible. Este es el estado actual.',
  'frame.rejected': 'No ha funcionado. Recargue la página e inténtelo de nuevo.',

  'frame.access_code': 'Código de acceso',
  'frame.open': 'Abrir',
  'frame.enter_code': 'Escriba el código de acceso',
  'frame.code_hint': 'El código es la última parte de su enlace privado, después de #.',
  'frame.sign_in_instead': '¿Está en su cuenta? Inicie sesión.',
  'frame.opens_nothing': 'Este enlace no es válido',
  'frame.check_link': 'Compruebe que está completo o escriba el código de acceso.',

  'frame.show_password': 'Mostrar',
  'frame.copied': 'Copiado.',
  'frame.not_copied': 'Su navegador no pudo copiar el texto. Selecciónelo y cópielo.',
  'frame.free': 'Gratis',
};
