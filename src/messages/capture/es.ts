import type { Translated } from '../create-translator.js';
import type { CaptureEnglish } from './en.js';

/** Messages in Spanish of the capture page. */
export const es: Translated<CaptureEnglish> = {
  'capture.title': 'Tomar las fotos',
  'capture.opening': 'Abriendo su encargo…',
  'capture.no_script':
    'Esta página necesita JavaScript para leer su ubicación y guardar las fotos sin conexión.',
  'capture.language_offline': 'Para cambiar el idioma se necesita conexión.',

  'capture.before.photos':
    '{photos, plural, one {# foto} many {# de fotos} other {# fotos}}. Su teléfono le pedirá la ubicación: el informe indica dónde se tomó cada foto.',
  'capture.before.photos_questions':
    '{photos, plural, one {# foto} many {# de fotos} other {# fotos}} y {questions, plural, one {# pregunta} many {# de preguntas} other {# preguntas}}. Su teléfono le pedirá la ubicación: el informe indica dónde se tomó cada foto.',
  'capture.before.start': 'Empezar',
  'capture.before.address': 'Dirección',
  'capture.before.notes': 'Indicaciones',
  'capture.notes': 'Indicaciones: {notes}',
  'capture.more_requested': 'Se han pedido más fotos:',

  'capture.steps': 'Pasos',
  'capture.steps.region': 'Paso {at, number} de {of, number}: {label}',
  'capture.steps.number': 'Paso {at, number} de {of, number}',
  'capture.steps.skip': 'Omitir',
  'capture.steps.todo': 'Pendiente',
  'capture.steps.done': 'Hecho',
  'capture.steps.again': 'Repetir',
  'capture.steps.skipped': 'Omitido',
  'capture.steps.waiting': 'Sin enviar todavía',
  'capture.steps.sending': 'Enviando',

  'capture.example': 'Ejemplo',
  'capture.example.place': 'Todo el lugar, con lo que hay a su izquierda y a su derecha',
  'capture.example.sign': 'El letrero llena la imagen y se lee cada letra',
  'capture.example.entrance': 'Toda la entrada, con su puerta',
  'capture.example.notice': 'Todo el cartel, lo bastante cerca para leerlo',
  'capture.example.number': 'El número llena la imagen y se lee cada cifra',
  'capture.example.building': 'Todo el edificio, del suelo al tejado',
  'capture.example.street': 'La calle con lo que hay a ambos lados',
  'capture.example.vehicle': 'Todo el vehículo',
  'capture.example.close': 'El objeto ocupa casi toda la imagen',
  'capture.example.people': 'El público de espaldas, con el escenario delante',

  'capture.photo.take': 'Tomar foto',
  'capture.photo.file': 'Enviar un archivo',
  'capture.photo.camera': 'Cámara en esta página',
  'capture.photo.picture': 'Disparar',
  'capture.photo.close_camera': 'Cerrar la cámara',
  'capture.photo.camera_view': 'Imagen de la cámara',
  'capture.photo.camera_waits':
    'Esperando a la cámara. Si no se inicia, ciérrela y use «Tomar foto».',
  'capture.photo.camera_denied':
    'No se pudo abrir la cámara. Permítala en los ajustes del navegador o use «Tomar foto».',
  'capture.photo.camera_missing':
    'No se pudo abrir la cámara: no hay ninguna o la usa otra aplicación. Use «Tomar foto».',
  'capture.photo.camera_stopped': 'La cámara se detuvo. Ábrala de nuevo o use «Tomar foto».',
  'capture.photo.page_closed':
    'Su teléfono cerró esta página mientras la cámara estaba abierta. Use la cámara en esta página.',
  'capture.photo.preview': 'Su foto',
  'capture.photo.note': 'Nota (opcional)',
  'capture.photo.use': 'Usar foto',
  'capture.photo.retake': 'Repetir',
  'capture.photo.too_large':
    'Este archivo es demasiado grande. El máximo son {megabytes, number} MB. Elija uno más pequeño.',
  'capture.photo.too_large_shrink':
    'Este archivo es demasiado grande. El máximo son {megabytes, number} MB. Puede enviar una copia más pequeña.',
  'capture.photo.too_many_pixels':
    'Esta foto tiene {width} × {height} píxeles; se pueden enviar {megapixels, number} millones como máximo. Puede enviar una copia más pequeña.',
  'capture.photo.shrink': 'Enviar una copia más pequeña',
  'capture.photo.not_shrunk':
    'Este navegador no puede reducir esta foto. Ajuste la cámara a menos megapíxeles y tómela de nuevo.',
  'capture.photo.unreadable': 'No se pudo leer este archivo. Tome la foto de nuevo.',
  'capture.photo.not_kept':
    'En su teléfono no hay espacio para guardar esta foto. No salga de esta página hasta que se envíe, o libere espacio.',
  'capture.photo.needs_position':
    'Su teléfono no dio la ubicación de esta foto. Pulse «Actualizar ubicación» o escríbala abajo. La foto se conserva.',
  'capture.photo.needs_entry':
    'Su teléfono no dio la ubicación de esta foto. Escríbala abajo. La foto se conserva.',

  'capture.question.yes': 'Sí',
  'capture.question.no': 'No',
  'capture.question.cannot_tell': 'No se puede saber',
  'capture.question.cannot_tell_because': 'No se puede saber: {reason}',
  'capture.question.reason': '¿Por qué no se puede saber?',
  'capture.question.comment': 'Comentario (obligatorio)',
  'capture.question.comment_optional': 'Comentario (opcional)',
  'capture.question.photo': 'Foto que lo muestra (obligatoria)',
  'capture.question.photo_optional': 'Foto que lo muestra (opcional)',
  'capture.question.no_photo': 'Ninguna',
  'capture.question.optional': '(opcional)',
  'capture.question.next': 'Siguiente',
  'capture.question.back': 'Atrás',
  'capture.question.skip': 'Omitir',
  'capture.question.rejected': 'El servicio no aceptó esta respuesta: {why}. Corríjala.',
  'capture.problem.choose': 'Elija una respuesta.',
  'capture.problem.choose_some': 'Elija al menos una respuesta.',
  'capture.problem.number': 'Escriba un número.',
  'capture.problem.whole': 'Escriba un número entero.',
  'capture.problem.text': 'Escriba una respuesta.',
  'capture.problem.time': 'Indique la fecha y la hora.',
  'capture.problem.number_between': 'Escriba un número de {minimum} a {maximum}.',
  'capture.problem.whole_between': 'Escriba un número entero de {minimum} a {maximum}.',
  'capture.problem.number_least': 'Escriba un número a partir de {minimum}.',
  'capture.problem.whole_least': 'Escriba un número entero a partir de {minimum}.',
  'capture.problem.number_most': 'Escriba un número de {maximum} como máximo.',
  'capture.problem.whole_most': 'Escriba un número entero de {maximum} como máximo.',
  'capture.problem.decimals':
    'Escriba como máximo {decimals, plural, one {# decimal} many {# de decimales} other {# decimales}}.',
  'capture.problem.reason': 'Explique en pocas palabras por qué no se puede saber.',
  'capture.problem.photo': 'Elija la foto que lo muestra.',
  'capture.problem.comment': 'Añada un comentario a esta respuesta.',

  'capture.review.title': 'Revise antes de enviar',
  'capture.review.answers': 'Respuestas',
  'capture.review.photos': 'Fotos',
  'capture.review.photo': '{label}: {state}',
  'capture.review.unanswered': 'Sin respuesta',
  'capture.review.answer': 'Responder',
  'capture.review.change': 'Cambiar',
  'capture.review.change_of': 'Cambiar la respuesta a: {label}',
  'capture.review.ready': 'Lista para enviar',
  'capture.review.send': 'Enviar',

  'capture.position': 'Ubicación',
  'capture.position.looking': 'Buscando su ubicación…',
  'capture.position.update': 'Actualizar ubicación',
  'capture.position.directions': 'Cómo llegar',
  'capture.position.here': 'Está en la dirección: a {distance}, con una precisión de {accuracy}.',
  'capture.position.near':
    'Está a {distance} de la dirección. Las fotos desde aquí cuentan, pero antes se revisarán. Acérquese si puede.',
  'capture.position.far':
    'Está a {distance} de la dirección. Las fotos desde aquí no cuentan: vaya al lugar o, si es un error, pulse «Actualizar ubicación».',
  'capture.position.uncertain':
    'Su teléfono indica una ubicación a {distance} de la dirección, con una precisión de solo {accuracy}. Salga al exterior o active la ubicación precisa y pulse «Actualizar ubicación».',
  'capture.position.inaccurate':
    'La precisión de su ubicación es de solo {accuracy}. Salga al exterior o active la ubicación precisa.',
  'capture.position.two_sentences': '{first} {second}',
  'capture.position.here_entered': 'Está en la dirección: a {distance}, según lo que ha escrito.',
  'capture.position.known':
    'Se conoce su ubicación, pero este encargo no tiene ninguna con la que compararla.',
  'capture.position.denied':
    'Permita la ubicación para esta página en los ajustes del navegador y pulse «Actualizar ubicación».',
  'capture.position.none': 'Su teléfono no da la ubicación. Salga al exterior o escríbala abajo.',
  'capture.position.none_on_device':
    'Esta página no recibe la ubicación de su teléfono. Escríbala abajo.',
  'capture.position.enter': 'Escriba su ubicación',
  'capture.position.latitude': 'Latitud',
  'capture.position.longitude': 'Longitud',
  'capture.position.use': 'Usar esta ubicación',

  'capture.plain_http':
    'Esta dirección no está cifrada (http): su teléfono no comparte la ubicación ni la cámara con esta página. Aun así, puede enviar fotos.',
  'capture.clock_ahead':
    'El reloj de su teléfono va adelantado {minutes, plural, one {# minuto} many {# de minutos} other {# minutos}}. Póngalo en automático; si no, es posible que las fotos no cuenten.',
  'capture.clock_behind':
    'El reloj de su teléfono va atrasado {minutes, plural, one {# minuto} many {# de minutos} other {# minutos}}. Póngalo en automático; si no, es posible que las fotos no cuenten.',

  'capture.sending': 'Envío',
  'capture.sending.bar': 'Enviando {label}',
  'capture.sending.all': 'Todo está enviado.',
  'capture.sending.one': 'Enviando {at, number} de {of, number}.',
  'capture.sending.answers_wait':
    '{answers, plural, one {# respuesta está pendiente} many {# de respuestas están pendientes} other {# respuestas están pendientes}} de envío.',
  'capture.sending.photos_wait':
    '{photos, plural, one {# foto espera} many {# de fotos esperan} other {# fotos esperan}} una conexión.',
  'capture.sending.now': 'Enviar ahora',
  'capture.sending.busy': 'No enviada: demasiadas fotos a la vez. Se reintentará automáticamente.',
  'capture.sending.trouble':
    'No enviada: se ha producido un error en nuestro sistema. Se reintentará automáticamente.',
  'capture.sending.large': 'No enviado: el archivo es demasiado grande. Elija uno más pequeño.',
  'capture.sending.full': 'No enviada: este encargo no acepta más fotos para este paso.',
  'capture.sending.rejected': 'No enviada: esta foto fue rechazada. Tome una nueva.',

  'capture.result': 'Resultado',
  'capture.result.accepted': 'Aceptada.',
  'capture.result.next': 'Siguiente: {label}',
  'capture.result.again': 'Reintentar',
  'capture.result.far': 'Estaba a {distance} de la dirección, así que antes se revisará.',
  'capture.result.late': 'Llegó con más de un día de retraso.',
  'capture.failed.geofence':
    'No aceptada: estaba a {distance} de la dirección; el máximo son {limit}.',
  'capture.failed.capture_time':
    'No aceptada: se tomó antes de abrirse el encargo, o el reloj de su teléfono no va bien. Tome una foto nueva y ponga el reloj en automático.',
  'capture.failed.hash': 'No aceptada: el archivo cambió durante el envío. Envíelo de nuevo.',
  'capture.failed.duplicate':
    'No aceptada: este archivo ya se aceptó para otro encargo. Tome una foto nueva.',
  'capture.failed.nonce': 'No aceptada: ya se envió antes con otro nombre. Tome una foto nueva.',
  'capture.failed.media':
    'No aceptada: este archivo está dañado o no es una foto, un vídeo ni un PDF. Envíe el original o tome una foto nueva.',
  'capture.failed.exif':
    'No aceptada: la hora o el lugar del archivo no coinciden con los de su teléfono. Active la ubicación para la cámara y ponga su reloj en automático, o use la cámara en esta página.',
  'capture.failed.provenance':
    'No aceptada: la foto no es igual a la que firmó la cámara. Los teléfonos modifican una foto al quitarle el lugar: use la cámara en esta página o envíe el original.',
  'capture.failed.other': 'No aceptada: no superó todas las comprobaciones. Tome una foto nueva.',

  'capture.end.title': 'Todas las fotos han llegado',
  'capture.end.thanks': 'Gracias. Puede cerrar esta página.',
  'capture.end.thanks_own': 'Gracias. En su solicitud verá los pasos siguientes.',
  'capture.end.to_request': 'Ir a su solicitud',

  'capture.dead.incomplete': 'Este enlace está incompleto',
  'capture.dead.incomplete_hint':
    'Ábralo de nuevo desde el mensaje que recibió o cópielo entero: es largo.',
  'capture.dead.invalid': 'Este enlace ya no funciona',
  'capture.dead.invalid_hint': 'Fue sustituido o revocado. Pida uno nuevo.',
  'capture.dead.expired': 'Este enlace ha caducado',
  'capture.dead.expired_hint':
    'Pida uno nuevo. Las fotos sin enviar quedan en este teléfono y se enviarán con el enlace nuevo.',
  'capture.dead.finished': 'Este encargo ha terminado',
  'capture.dead.finished_hint': 'Ya no acepta fotos. Gracias.',
  'capture.dead.unsent':
    '{photos, plural, one {# foto no se ha enviado} many {# de fotos no se han enviado} other {# fotos no se han enviado}} todavía.',

  'capture.offline': 'Sin conexión',
  'capture.offline.hint': 'Su encargo se abrirá en cuanto haya conexión.',
  'capture.offline.kept': 'Sin conexión. Puede continuar: las fotos se guardan en este teléfono.',
};
