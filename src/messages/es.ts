import type { Messages } from './en.js';

/** The messages in Spanish. */
export const es: Messages = {
  'mail.service_name': 'Servicio de verificación',
  'mail.fact': '{label}: {value}',
  'mail.action': '{label}:\n{url}',
  'mail.link_removed': '[enlace eliminado]',
  'mail.utc': '{time} UTC',
  'mail.local_time': '{local}, hora local ({utc} UTC)',
  'mail.ask': 'Hacer una pregunta',
  'mail.unsubscribe': 'Dejar de recibir correos opcionales',
  'mail.open_request': 'Abrir la solicitud',
  'mail.set_password': 'Crear una contraseña nueva',
  'mail.reason_given': 'Motivo: {reason}',
  'mail.link_until': 'El enlace es válido hasta el {time}.',
  'mail.report_due': 'Recibirá el informe a más tardar el {time}.',
  'mail.get_photo_link': 'El siguiente paso es obtener el enlace de fotos y abrirlo en el lugar.',
  'mail.simulated': 'Este pago es una simulación. No se ha cobrado nada.',
  'mail.to_requester':
    'Recibe este mensaje porque su dirección de correo se usó para solicitar una verificación a {operator}.',
  'mail.to_account': 'Recibe este mensaje porque tiene una cuenta en {operator}.',

  'mail.fact.what': 'Pregunta',
  'mail.fact.where': 'Lugar',
  'mail.fact.offer': 'Oferta',
  'mail.fact.amount': 'Importe',
  'mail.fact.paid': 'Fecha de pago',
  'mail.fact.refunded': 'Fecha de reembolso',
  'mail.fact.version': 'Versión',
  'mail.fact.photos': 'Fotos',
  'mail.fact.question': 'Pregunta',
  'mail.fact.more_questions': 'Otras preguntas',
  'mail.fact.work': 'Tareas',
  'mail.fact.pay': 'Remuneración',
  'mail.fact.city': 'Ciudad',
  'mail.fact.distance': 'Distancia',
  'mail.fact.accept_by': 'Fecha límite para aceptar',

  'mail.confirm_email.title': 'Confirme su correo electrónico',
  'mail.confirm_email.body':
    'Se ha creado una cuenta en {operator} con esta dirección. Confirme que es suya.',
  'mail.confirm_email.action': 'Confirmar correo electrónico',
  'mail.confirm_email.browser':
    'Abra el enlace en el navegador en el que creó la cuenta. Si usa otro navegador, tendrá que crear una contraseña nueva y se cerrarán todas las demás sesiones.',
  'mail.confirm_email.why':
    'Recibe este mensaje porque se ha creado una cuenta con esta dirección. Si no ha sido usted, ignórelo: la dirección quedará sin confirmar.',

  'mail.password_reset.body': 'Se ha solicitado una contraseña nueva para su cuenta en {operator}.',
  'mail.password_reset.once': 'El enlace es de un solo uso y válido hasta el {time}.',
  'mail.password_reset.why':
    'Recibe este mensaje porque alguien ha introducido esta dirección para restablecer una contraseña. Si no ha sido usted, ignórelo: su contraseña no cambiará.',

  'mail.password_changed.title': 'Se ha cambiado su contraseña',
  'mail.password_changed.body':
    'La contraseña de su cuenta en {operator} se cambió el {time}. Se han cerrado todas las demás sesiones.',
  'mail.password_changed.next':
    'Si ha sido usted, no tiene que hacer nada. Si no, cree una contraseña nueva ahora mismo.',

  'mail.request_received.subject': 'Su solicitud: {objective}',
  'mail.request_received.heading': 'Hemos recibido su solicitud',
  'mail.request_received.quoted':
    'Elija una oferta para empezar. Los precios son válidos hasta el {time}.',
  'mail.request_received.choose': 'Elija una oferta para empezar.',
  'mail.request_received.unserviceable':
    'Por el momento no podemos verificar este lugar. No tiene que pagar nada.',
  'mail.request_received.pay': 'Para empezar, pague la oferta.',
  'mail.request_received.sending': 'Vamos a enviar a alguien al lugar.',
  'mail.request_received.other': 'Abra su solicitud para ver cómo avanza.',
  'mail.request_received.keep':
    'Guarde este correo. Con el enlace puede abrir su solicitud en cualquier dispositivo. Quien tenga el enlace puede ver la solicitud y pagarla.',
  'mail.request_received.sign_in': 'Para abrir su solicitud con el enlace, inicie sesión.',
  'mail.request_received.why':
    'Recibe este mensaje porque su dirección de correo se usó para solicitar una verificación a {operator}. Si no ha sido usted, ignórelo.',

  'mail.quote_expiring.subject': 'Los precios caducan pronto: {objective}',
  'mail.quote_expiring.heading': 'Los precios caducan pronto',
  'mail.quote_expiring.body':
    'Los precios son válidos hasta el {time}. Para conservarlos, elija una oferta antes de esa fecha. Después recibirá precios nuevos.',

  'mail.payment_received.subject': 'Pago recibido: {objective}',
  'mail.payment_received.heading': 'Hemos recibido su pago',
  'mail.payment_received.closed':
    'La verificación se cerró antes de que llegara su pago, así que se lo estamos reembolsando.',
  'mail.payment_received.sending':
    'Vamos a enviar a alguien al lugar. Recibirá el informe por correo electrónico.',
  'mail.payment_received.sending_due':
    'Vamos a enviar a alguien al lugar. Recibirá el informe por correo electrónico a más tardar el {time}.',

  'mail.payment_refunded.subject': 'Pago reembolsado: {objective}',
  'mail.payment_refunded.heading': 'Se ha reembolsado su pago',
  'mail.payment_refunded.body':
    'Hemos reembolsado {amount} a su medio de pago. Su banco puede tardar unos días en reflejarlo.',

  'mail.verifier_on_way.subject': 'Un verificador va en camino: {objective}',
  'mail.verifier_on_way.heading': 'Un verificador va en camino',
  'mail.verifier_on_way.body':
    'Un verificador ha aceptado el encargo y tomará las fotos en el lugar.',

  'mail.photos_received.subject': 'Ya tenemos todas las fotos: {objective}',
  'mail.photos_received.heading': 'Ya tenemos todas las fotos',
  'mail.photos_received.body':
    'Estamos revisando las fotos. Recibirá el informe por correo electrónico.',

  'mail.report_delivered.subject': 'Su informe: {objective}',
  'mail.report_delivered.subject_answer': '{answer}: {question}',
  'mail.report_delivered.heading': 'Su informe está listo',
  'mail.report_delivered.heading_new': 'Hay una nueva versión de su informe',
  'mail.report_delivered.ready': 'Su informe está listo.',
  'mail.report_delivered.ready_new': 'Hay una nueva versión de su informe.',
  'mail.report_delivered.changed': 'Cambios: {summary}',
  'mail.report_delivered.version': '{version}, creada el {time}',
  'mail.report_delivered.action': 'Leer el informe',
  'mail.report_delivered.link': 'Quien tenga el enlace puede leer el informe hasta el {time}.',

  'mail.report_withdrawn.subject': 'Informe retirado: {objective}',
  'mail.report_withdrawn.heading': 'Se ha retirado un informe',
  'mail.report_withdrawn.body':
    'La versión {version} de su informe se retiró el {time}. Ya no la tome como referencia.',
  'mail.report_withdrawn.none': 'Por el momento no hay otra versión.',
  'mail.report_withdrawn.current': 'La versión vigente es la {version}.',
  'mail.report_withdrawn.see': 'Ver la versión retirada',
  'mail.report_withdrawn.read': 'Leer la versión {version}',

  'mail.request_closed.subject_cancelled': 'Verificación cancelada: {objective}',
  'mail.request_closed.subject_expired': 'Verificación caducada: {objective}',
  'mail.request_closed.cancelled': 'Se ha cancelado su verificación',
  'mail.request_closed.expired': 'Su verificación ha caducado',
  'mail.request_closed.not_charged': 'No se le ha cobrado nada.',
  'mail.request_closed.refunded': 'Se ha reembolsado su pago de {amount}.',
  'mail.request_closed.refunding':
    'Estamos reembolsando su pago de {amount}. Le escribiremos cuando se complete el reembolso.',

  'mail.capture_invite.subject': '{sender} le pide que tome fotos de un lugar',
  'mail.capture_invite.subject_customer':
    'Un cliente de {operator} le pide que tome fotos de un lugar',
  'mail.capture_invite.heading': '¿Puede tomar fotos de un lugar?',
  'mail.capture_invite.body':
    '{sender} le pide que muestre con su teléfono cómo está este lugar. Solo le llevará unos minutos.',
  'mail.capture_invite.body_customer':
    'Un cliente de {operator} le pide que muestre con su teléfono cómo está este lugar. Solo le llevará unos minutos.',
  'mail.capture_invite.photos': '{photos, number}',
  'mail.capture_invite.action': 'Tomar las fotos',
  'mail.capture_invite.position':
    'Abra el enlace en su teléfono cuando esté en el lugar. El teléfono le pedirá acceso a su ubicación, porque el informe indica dónde se tomó cada foto.',
  'mail.capture_invite.link': 'El enlace es solo para usted y es válido hasta el {time}.',
  'mail.capture_invite.why':
    'Recibe este mensaje porque {sender} facilitó su dirección de correo a {operator} para este fin. Si no sabe quién es, ignore este mensaje.',
  'mail.capture_invite.why_customer':
    'Recibe este mensaje porque un cliente facilitó su dirección de correo a {operator} para este fin. Si no sabe de quién se trata, ignore este mensaje.',

  'mail.invite_expired.subject': 'Enlace de fotos caducado: {objective}',
  'mail.invite_expired.heading': 'Un enlace de fotos ha caducado',
  'mail.invite_expired.own': 'Su enlace de fotos caducó el {time} sin que llegara ninguna foto.',
  'mail.invite_expired.sent':
    'El enlace de fotos enviado a {name} caducó el {time} sin que llegara ninguna foto.',
  'mail.invite_expired.next':
    'La verificación sigue pendiente. Envíe el enlace de nuevo, déselo a otra persona o tome usted las fotos.',

  'mail.dispatch_offer.title': 'Nuevo encargo',
  'mail.dispatch_offer.title_near': 'Nuevo encargo cerca de {city}',
  'mail.dispatch_offer.body':
    '{operator} le ofrece un encargo: ir a un lugar y mostrar con el teléfono cómo está.',
  'mail.dispatch_offer.work':
    '{photos, plural, one {# foto} many {# de fotos} other {# fotos}}, {questions, plural, one {# pregunta} many {# de preguntas} other {# preguntas}}, alrededor de {minutes, plural, one {# minuto} many {# de minutos} other {# minutos}}',
  'mail.dispatch_offer.action': 'Ver la oferta',
  'mail.dispatch_offer.first':
    'La oferta puede llegar a varios verificadores. Quien la acepte primero recibe el encargo y la dirección, y tiene {hours, plural, one {# hora} many {# de horas} other {# horas}} para completarlo.',
  'mail.dispatch_offer.why':
    'Recibe este mensaje porque {operator} tiene su dirección de correo para ofrecerle encargos.',

  'sms.capture_invite':
    '{sender} le pide fotos de un lugar: {url} El enlace caduca el {time}. Para dejar de recibir mensajes, responda STOP.',
  'sms.capture_invite.customer':
    'Un cliente de {operator} le pide fotos de un lugar: {url} El enlace caduca el {time}. Para dejar de recibir mensajes, responda STOP.',
  'sms.capture_invite.anonymous':
    'Un cliente le pide fotos de un lugar: {url} El enlace caduca el {time}. Para dejar de recibir mensajes, responda STOP.',
  'sms.dispatch_offer':
    '{operator} le ofrece un encargo: {url} Acepte antes del {time}. Para dejar de recibir mensajes, responda STOP.',
  'sms.dispatch_offer.near':
    '{operator} le ofrece un encargo cerca de {city}: {url} Acepte antes del {time}. Para dejar de recibir mensajes, responda STOP.',
  'sms.dispatch_offer.anonymous':
    'Nuevo encargo: {url} Acepte antes del {time}. Para dejar de recibir mensajes, responda STOP.',
  'sms.dispatch_offer.anonymous_near':
    'Nuevo encargo cerca de {city}: {url} Acepte antes del {time}. Para dejar de recibir mensajes, responda STOP.',
};
