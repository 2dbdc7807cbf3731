import type { Translated } from '../create-translator.js';
import type { ContentEnglish } from './en.js';

/** Messages in Spanish of what the service writes into a report. */
export const es: Translated<ContentEnglish> = {
  'content.verdict.incomplete': 'Pruebas incompletas',
  'content.verdict.verified': 'Lugar y hora verificados',
  'content.verdict.time_only': 'Hora verificada, lugar no verificado',
  'content.verdict.place_only': 'Lugar verificado, hora no verificada',
  'content.verdict.unverified': 'Lugar y hora no verificados',
  'content.verdict.by_verifier': 'Respondido en el lugar',
  'content.verdict.by_requester': 'Respondido por el solicitante',
  'content.verdict.by_invitee': 'Respondido por una persona invitada',
  'content.verdict.by_integrator': 'Respondido por quien encargó la verificación',
  'content.verdict.by_reviewer': 'Respondido por un revisor',
  'content.verdict.corrected': 'Corregido por un revisor',
  'content.verdict.confirmed': 'Confirmado por un revisor',
  'content.verdict.submitted': 'Aún sin revisar',
  'content.verdict.disputed': 'Impugnado por el solicitante',
  'content.verdict.other': 'Estado del encargo: {status}',
  'content.verdict.withdrawn': 'Retirado',

  'content.party.verifier': 'verificador en el lugar',
  'content.party.requester': 'solicitante',
  'content.party.invitee': 'persona invitada por el solicitante',
  'content.party.integrator': 'quien encargó la verificación',
  'content.party.reviewer': 'revisor',
  'content.source.provider': 'verificador con enlace del encargo',
  'content.source.self_service': 'solicitante o persona invitada',
  'content.source.integrator': 'quien encargó el trabajo',
  'content.source.simulated': 'verificador simulado del entorno de pruebas',

  'content.title': 'Informe de visita',
  'content.title_of': 'Informe de visita: {service}',
  'content.title_test': 'ENTORNO DE PRUEBAS: {title}',
  'content.sandbox': 'Entorno de pruebas: nadie visitó el lugar.',

  'content.answer.none': 'Sin respuesta',
  'content.answer.yes': 'Sí',
  'content.answer.no': 'No',
  'content.answer.cannot_tell': 'No se puede saber',
  'content.local_time': '{local}, hora local ({utc} UTC)',
  'content.sentence': '{text}.',
  'content.unprinted': '[texto: véase el informe]',
  'content.pair': '{first}, {second}',

  'content.checks.none': 'No se hizo ningún control',
  'content.checks.all':
    '{count, plural, one {# control superado} many {# controles, todos superados} other {# controles, todos superados}}',
  'content.checks.some': 'Controles superados: {passed, number} de {count, number}',
  'content.checks.failed': '{count, plural, one {# fallido} many {# fallidos} other {# fallidos}}',
  'content.checks.warnings':
    '{count, plural, one {# advertencia} many {# advertencias} other {# advertencias}}',
  'content.checks.not_run':
    '{count, plural, one {# sin hacer} many {# sin hacer} other {# sin hacer}}',

  'content.status.submitted': 'entregado',
  'content.status.completed': 'terminado',
  'content.status.disputed': 'impugnado',

  'content.summary.submitted': 'Las pruebas están completas, pero aún sin confirmar.',
  'content.summary.completed': 'La verificación ha terminado.',
  'content.summary.disputed': 'El solicitante impugna el resultado.',
  'content.summary.other': 'Estado del encargo: {status}.',
  'content.summary.steps':
    'Pasos obligatorios mostrados con pruebas superadas: {passed, number} de {count, number}.',
  'content.summary.items':
    'Pruebas recibidas: {count, number}; superadas: {passed, number}; fallidas: {failed, number}.',
  'content.summary.at': 'Las pruebas superadas se tomaron el {time}.',
  'content.summary.between': 'Las pruebas superadas se tomaron entre {first} y {last}.',
  'content.summary.near_at':
    'Las pruebas superadas se tomaron a {distance} de la dirección, el {time}.',
  'content.summary.near_between':
    'Las pruebas superadas se tomaron a {distance} de la dirección, entre {first} y {last}.',
  'content.summary.range_at':
    'Las pruebas superadas se tomaron a una distancia de {nearest} a {farthest} de la dirección, el {time}.',
  'content.summary.range_between':
    'Las pruebas superadas se tomaron a una distancia de {nearest} a {farthest} de la dirección, entre {first} y {last}.',
  'content.summary.by_hand_all': 'Ubicaciones escritas a mano: todas.',
  'content.summary.by_hand': 'Ubicaciones escritas a mano: {count, number} de {total, number}.',
  'content.summary.self_all': 'Tomadas por el solicitante o una persona designada por él: todas.',
  'content.summary.self':
    'Tomadas por el solicitante o una persona designada por él: {count, number} de {total, number}.',
  'content.summary.judge': 'Lo que muestran las imágenes queda a juicio del lector.',

  'content.change.withdrawn': 'Se retiró la versión {version, number}.',
  'content.change.accepted': 'El solicitante aceptó el resultado.',
  'content.change.needs_more': 'El solicitante pidió más pruebas.',
  'content.change.disputed': 'El solicitante impugnó el resultado.',
  'content.change.status': 'El estado pasó de «{before}» a «{after}».',
  'content.change.added': 'Pruebas añadidas: {count, number}.',
  'content.change.removed': 'Pruebas retiradas: {count, number}.',
  'content.change.steps': 'Pasos modificados: {steps}.',
  'content.change.answers': 'Respuestas modificadas: {questions}.',
  'content.change.members': 'También cambió: {members}.',
  'content.change.nothing': 'Nada ha cambiado en el informe desde la versión {version, number}.',
  'content.member.summary': 'resumen',
  'content.member.limitations': 'limitaciones',
  'content.member.completed_at': 'hora de finalización',

  'content.limit.test': 'Nadie fue al lugar: estas pruebas se generaron automáticamente.',
  'content.limit.declared':
    'Las ubicaciones y horas de captura son las que declaró el dispositivo. Los controles las comparan con el encargo, la hora de recepción y el propio archivo; no pueden descartar un dispositivo configurado para declarar valores falsos.',
  'content.limit.moment':
    'Las pruebas muestran el lugar en el momento de la captura. No dicen nada de antes ni de después.',
  'content.limit.picture':
    'Los controles automáticos juzgan la ubicación, la hora y el archivo. No juzgan lo que muestra una imagen.',
  'content.limit.signature':
    'La firma demuestra que el servicio emitió este informe y que no se ha alterado desde entonces. No demuestra que lo que muestran las pruebas sea auténtico.',
  'content.limit.no_position':
    'La ubicación indicada en el encargo no es válida: no se pudo comprobar la distancia de {count, number} de las {total, number} pruebas superadas.',
  'content.limit.far':
    'Tomadas más lejos de la dirección de lo que cuenta como estar allí: {count, number} de las {total, number} pruebas superadas.',
  'content.limit.late':
    'Recibidas más de {hours, number} horas después de la captura: {count, number} de las {total, number} pruebas superadas. Hubo más tiempo del habitual para alterarlas.',
  'content.limit.no_hash':
    'El remitente no declaró la huella de {count, number} de las {total, number} pruebas superadas; la de este informe se calculó al recibirlas y no dice nada de cambios en el camino.',
  'content.limit.duplicate':
    'Archivo ya superado en este encargo, o enviado a otro y no aceptado: {count, number} de las {total, number} pruebas superadas.',
  'content.limit.similar':
    'Se parecen a una imagen enviada para otro encargo: {count, number} de las {total, number} pruebas superadas.',
  'content.limit.no_nonce':
    'Recibidas sin código de un solo uso: {count, number} de las {total, number} pruebas superadas. Solo la comparación de bytes muestra que no se enviaron antes.',
  'content.limit.no_exif':
    'Los archivos de {count, number} de las {total, number} pruebas superadas no contienen hora ni ubicación propias que comparar con lo declarado.',
  'content.limit.no_exif_other':
    'Los archivos de {count, number} de las {total, number} pruebas superadas no indican hora ni ubicación utilizables: nada se comparó con lo declarado.',
  'content.limit.exif':
    'Los archivos de {count, number} de las {total, number} pruebas superadas indican una hora o ubicación que no concuerda con los demás valores; ninguna es decisiva.',
  'content.limit.not_decoded':
    'Por un error interno, el servicio no pudo leer por completo {count, number} de las {total, number} pruebas superadas: no se sabe si están completas.',
  'content.limit.no_credentials':
    'Las imágenes de {count, number} de las {total, number} pruebas superadas no llevan Content Credentials: ninguna cámara responde por ellas.',
  'content.limit.credentials_not_read':
    'Las Content Credentials de {count, number} de las {total, number} pruebas superadas tienen una forma que el servicio no lee: aquí no garantizan nada.',
  'content.limit.signer_not_judged':
    'Las Content Credentials de {count, number} de las {total, number} pruebas superadas son de firmantes que el servicio no evalúa.',
  'content.limit.signer_not_listed':
    'Las Content Credentials de {count, number} de las {total, number} pruebas superadas son de un firmante que no está en la lista del servicio.',
  'content.limit.not_captured':
    'Las Content Credentials de {count, number} de las {total, number} pruebas superadas no muestran una captura de cámara sin modificar.',
  'content.limit.unshown':
    'Pruebas superadas en un formato que el informe impreso no puede mostrar: {count, number}. Solo figuran su tipo y su huella.',
  'content.limit.failed':
    'Pruebas que no superaron al menos un control: {count, number}. Figuran para que el informe esté completo y no respaldan nada.',
  'content.limit.by_hand':
    'Las ubicaciones de {count, number} de las {total, number} pruebas superadas se escribieron a mano porque el dispositivo no dio ninguna; nada muestra que se tomaran allí.',
  'content.limit.self':
    'Enviadas por el solicitante o una persona designada por él, no por un verificador independiente: {count, number} de las {total, number} pruebas superadas.',
  'content.limit.integrator':
    'Enviadas por quien encargó el trabajo, no por un verificador independiente: {count, number} de las {total, number} pruebas superadas.',
  'content.limit.step_required': '«{step}» (obligatorio)',
  'content.limit.step_optional': '«{step}» (opcional)',
  'content.limit.steps':
    '{count, plural, one {Ninguna prueba superada muestra el paso {steps}.} many {Ninguna prueba superada muestra los pasos {steps}.} other {Ninguna prueba superada muestra los pasos {steps}.}}',
  'content.limit.submitted': 'Las pruebas de esta versión aún no se han confirmado.',
  'content.limit.disputed':
    'El solicitante impugna el resultado; la impugnación estaba abierta cuando se creó esta versión.',
  'content.limit.no_verdict':
    'El solicitante aún no había dado su valoración cuando se creó esta versión.',
  'content.limit.no_timestamp':
    'Ninguna autoridad ajena al servicio ha confirmado cuándo se hizo este informe: sus horas son las del servicio.',

  'content.check.geofence_pass': 'La ubicación declarada está lo bastante cerca de la dirección.',
  'content.check.geofence_warn':
    'La ubicación declarada está más lejos de la dirección de lo esperado.',
  'content.check.geofence_fail': 'La ubicación declarada está demasiado lejos de la dirección.',
  'content.check.geofence_not_run': 'El encargo no tiene una ubicación válida.',
  'content.check.capture_time_pass':
    'La hora de captura declarada está dentro del plazo del encargo.',
  'content.check.capture_time_fail':
    'La hora de captura declarada está fuera del plazo del encargo.',
  'content.check.freshness_pass':
    'El archivo se recibió poco después de la hora de captura declarada.',
  'content.check.freshness_warn':
    'El archivo se recibió mucho después de la hora de captura declarada.',
  'content.check.hash_pass': 'El archivo tiene el SHA-256 declarado.',
  'content.check.hash_fail': 'El archivo o el SHA-256 declarado cambió por el camino.',
  'content.check.hash_not_run': 'No se declaró ninguna huella.',
  'content.check.duplicate_pass': 'El archivo no se había aceptado en ningún encargo.',
  'content.check.duplicate_warn': 'Ya se envió un archivo con el mismo SHA-256.',
  'content.check.duplicate_fail': 'Un archivo con el mismo SHA-256 se aceptó en otro encargo.',
  'content.check.duplicate_not_run': 'No se pudo leer el archivo, así que no se comparó con otros.',
  'content.check.similar_pass': 'No se envió ninguna imagen parecida a otro encargo.',
  'content.check.similar_warn':
    'La imagen se parece a otra enviada para otro encargo. Las fotos de un mismo lugar pueden parecerse.',
  'content.check.similar_not_run': 'El archivo no se pudo comparar con otras imágenes.',
  'content.check.nonce_pass': 'El código de un solo uso es nuevo.',
  'content.check.nonce_fail': 'El código de un solo uso ya se había usado.',
  'content.check.nonce_not_run': 'No se dio ningún código de un solo uso.',
  'content.check.media_pass': 'El archivo se puede leer y es del tipo indicado.',
  'content.check.media_warn':
    'El archivo es más pequeño de lo esperado o no se pudo leer por completo.',
  'content.check.media_fail':
    'El archivo no se puede leer, o no es una foto, un vídeo o un PDF del tipo declarado.',
  'content.check.exif_pass':
    'La hora o la ubicación del archivo coincide con los valores declarados.',
  'content.check.exif_warn':
    'La hora o la ubicación del archivo no concuerda con los demás valores; ninguna es decisiva.',
  'content.check.exif_fail':
    'La hora o la ubicación del archivo contradice los valores declarados.',
  'content.check.exif_not_run': 'El archivo no indica hora ni ubicación que se pueda comparar.',
  'content.check.provenance_pass':
    'Una cámara firmó el archivo al capturarlo y no ha cambiado desde entonces.',
  'content.check.provenance_warn':
    'Las Content Credentials no muestran una captura intacta de una cámara registrada.',
  'content.check.provenance_fail': 'El archivo se modificó después de firmarse.',
  'content.check.provenance_not_run':
    'El archivo no tiene Content Credentials que el servicio pueda leer.',

  'content.value.accurate': '{distance} (precisión de {accuracy})',
  'content.value.distance_limits': 'superado ≤ {pass}, advertencia ≤ {warn}',
  'content.value.period': '{from} a {to}',
  'content.value.never_elsewhere': 'nunca aceptado en otro encargo',
  'content.value.elsewhere': 'aceptado en otro encargo',
  'content.value.passed_here': 'ya superado en este encargo',
  'content.value.never_seen': 'nunca visto',
  'content.value.seen_here': 'visto en este encargo, no superado',
  'content.value.jobs_tried': 'encargos probados: {count}',
  'content.value.not_used': 'no usado antes',
  'content.value.unused': 'sin usar',
  'content.value.used': 'ya usado',
  'content.value.none_alike': 'ninguna parecida',
  'content.value.bits_limit':
    'advertencia: ≤ {hash} de {hash_bits} y ≤ {blocks} de {block_bits} bits distintos',
  'content.value.bits': '{hash} de {hash_bits}, {blocks} de {block_bits} bits distintos',
  'content.value.no_bytes': '0 bytes',
  'content.value.unknown_type': 'tipo desconocido',
  'content.value.not_decoded': '{type}, no leído',
  'content.value.undecodable': '{type}, ilegible',
  'content.value.pages': '{type}, páginas: {pages}',
  'content.value.picture_limit':
    '{type}, se lee por completo en {seconds} s, ≤ {pixels} megapíxeles, ≤ {scans} pasadas o fotogramas; advertencia < {side} px',
  'content.value.video_limit':
    '{type}, una pista con duración y primera muestra, todos los datos en el archivo',
  'content.value.document_limit': '{type}, páginas contadas en {seconds} s',
  'content.value.any_limit': 'una imagen, un vídeo o un PDF que se lee por completo en {seconds} s',
  'content.value.time_apart': 'hora: diferencia de {time}',
  'content.value.position_apart': 'ubicación: diferencia de {distance}',
  'content.value.both_apart': 'hora: diferencia de {time}, ubicación: diferencia de {distance}',
  'content.value.exif_limit':
    'hora a menos de {time} y ubicación a menos de {distance} de lo declarado',
  'content.value.exif_limit_accuracy':
    'hora a menos de {time} y ubicación a menos de {distance} de lo declarado, más su precisión',
  'content.value.credentials': 'firmado al capturar, ningún píxel cambiado desde entonces',
  'content.value.credentials_listed':
    'firmado al capturar por un firmante de la lista, ningún píxel cambiado desde entonces',
  'content.value.not_read': 'no leído',
  'content.value.not_confirmed': 'no confirmado',
  'content.value.changed': 'modificado tras la firma',
  'content.value.captured': 'capturado',
  'content.value.generated': 'generado',
  'content.value.edited': 'editado',
  'content.value.origin_unknown': 'origen desconocido',
  'content.value.signer_not_judged': 'firmante no evaluado',
  'content.value.signer_listed': 'firmante en la lista',
  'content.value.signer_not_listed': 'firmante fuera de la lista',
};
