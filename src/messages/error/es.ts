import type { CodeTexts } from './code-texts.js';

/** Title and hint of every error, in Spanish. */
export const es: CodeTexts = {
  bad_request: [
    'Petición incorrecta',
    'Compare la petición con el documento OpenAPI de /openapi.json.',
  ],
  bad_cursor: [
    'Cursor no válido',
    'Envíe el cursor tal como lo recibió, con el mismo filtro y orden, u omítalo para empezar por el primer elemento.',
  ],
  graphql_parse_failed: [
    'Error de sintaxis de GraphQL',
    'Corrija la sintaxis en la posición que indica locations.',
  ],
  graphql_validation_failed: [
    'Documento de GraphQL no válido',
    'Compare el documento con el esquema, por ejemplo en GraphiQL, en /graphql.',
  ],
  bad_user_input: ['Datos no válidos', 'Corrija los argumentos que indica extensions.issues.'],
  query_too_expensive: ['Consulta demasiado costosa', 'Pida páginas más pequeñas o menos campos.'],
  query_too_deep: ['Consulta demasiado profunda', 'Reduzca el anidamiento de la selección.'],
  api_key_missing: ['Falta la clave de API', 'Envíe una clave de API en el encabezado X-API-Key.'],
  api_key_invalid: [
    'Clave de API no válida',
    'Compruebe que no falten caracteres en la clave o pida una nueva; esta es desconocida o está revocada.',
  ],
  token_invalid: [
    'Token no válido',
    'Pida un enlace nuevo; el token está mal formado, revocado o emitido para otro uso.',
  ],
  session_missing: ['Falta la sesión', 'Inicie sesión; la sesión se guarda en una cookie.'],
  session_invalid: ['Sesión no válida', 'Vuelva a iniciar sesión; la sesión caducó o se cerró.'],
  login_failed: [
    'No se pudo iniciar sesión',
    'Compruebe el correo y la contraseña, o pida restablecer la contraseña.',
  ],
  scope_missing: ['Falta el permiso', 'Use una clave de API con el permiso que indica el detalle.'],
  actor_not_allowed: [
    'Actor no permitido',
    'Envíe un actor de la clave de API o use una clave con este actor; createApiKey admite actores.',
  ],
  test_mode: [
    'Clave de prueba',
    'Use una clave real; las claves de prueba solo sirven para los encargos del entorno de pruebas.',
  ],
  origin_refused: [
    'Origen no permitido',
    'Envíe peticiones con una cookie de sesión solo desde las páginas de este servicio.',
  ],
  not_found: [
    'No encontrado',
    'Compruebe la ruta y los identificadores que contiene; /openapi.json enumera todas las rutas.',
  ],
  job_not_found: [
    'Encargo no encontrado',
    'Compruebe el identificador del encargo; una clave de API solo accede a los encargos de su integrador.',
  ],
  job_schedule_not_found: [
    'Programación no encontrada',
    'Compruebe el identificador de la programación; una clave de API solo accede a las de su integrador.',
  ],
  site_check_not_found: [
    'Verificación no encontrada',
    'Compruebe que el identificador de la solicitud y el token de acceso se correspondan.',
  ],
  report_not_found: [
    'Informe no encontrado',
    'Vuelva a intentarlo cuando el encargo esté enviado o completado y exista la primera versión del informe.',
  ],
  report_version_not_found: [
    'Versión del informe no encontrada',
    'Use un número de versión que figure en versions.',
  ],
  customer_not_found: ['Cliente no encontrado', 'Compruebe el identificador de la cuenta.'],
  invite_not_found: ['Invitación no encontrada', 'Compruebe el identificador de la invitación.'],
  share_link_not_found: [
    'Enlace compartido no encontrado',
    'Compruebe el identificador del enlace compartido.',
  ],
  email_message_not_found: ['Mensaje no encontrado', 'Compruebe el identificador del mensaje.'],
  mail_not_found: ['Correo no encontrado', 'Compruebe el identificador del correo.'],
  agent_state_not_found: [
    'Estado del agente no encontrado',
    'Compruebe el nombre y el ámbito del agente; un estado existe cuando se ha guardado.',
  ],
  belief_not_found: ['Supuesto no encontrado', 'Compruebe el identificador del supuesto.'],
  decision_not_found: ['Decisión no encontrada', 'Compruebe el identificador de la decisión.'],
  provider_not_found: ['Verificador no encontrado', 'Compruebe el identificador del verificador.'],
  dispatch_run_not_found: [
    'Asignación no encontrada',
    'Compruebe el identificador de la asignación.',
  ],
  ticket_not_found: ['Tique no encontrado', 'Compruebe el identificador o el código del tique.'],
  experiment_not_found: [
    'Experimento no encontrado',
    'Compruebe el identificador del experimento.',
  ],
  event_not_found: ['Evento no encontrado', 'Compruebe el identificador del evento.'],
  webhook_endpoint_not_found: [
    'Destino de webhook no encontrado',
    'Compruebe el identificador del destino.',
  ],
  webhook_delivery_not_found: [
    'Entrega de webhook no encontrada',
    'Compruebe el identificador de la entrega.',
  ],
  log_entry_not_found: [
    'Entrada del registro no encontrada',
    'Compruebe el identificador y la versión del informe; una versión nueva se añade en segundos.',
  ],
  persisted_query_not_found: [
    'Consulta guardada no encontrada',
    'Envíe una vez el documento junto con su hash; después basta con el hash.',
  ],
  step_not_found: ['Paso no encontrado', 'Use el step_name de uno de los pasos del encargo.'],
  method_not_allowed: ['Método no permitido', 'Use un método que figure en el encabezado Allow.'],
  not_acceptable: ['Formato no disponible', 'Acepte el tipo de contenido que indica el detalle.'],
  request_timeout: [
    'Se agotó el tiempo de la petición',
    'Vuelva a enviar la petición sin interrupciones.',
  ],
  nonce_conflict: ['Nonce ya usado', 'Use un nonce nuevo; este se usó con otro contenido.'],
  intake_conflict: [
    'Envío ya usado',
    'Use un intake_submission_id nuevo; este se usó con otro contenido.',
  ],
  idempotency_key_reused: [
    'Idempotency-Key ya usado',
    'Use un Idempotency-Key nuevo; este se usó con otra petición.',
  ],
  idempotency_in_progress: [
    'Petición en curso',
    'Vuelva a intentarlo tras los segundos de Retry-After; la primera petición con este Idempotency-Key sigue en curso.',
  ],
  invalid_transition: [
    'No es posible en el estado actual',
    'Consulte el estado actual antes de volver a intentarlo.',
  ],
  report_not_ready: [
    'El informe aún no es posible',
    'Envíe pruebas válidas de los pasos obligatorios que indica el detalle.',
  ],
  offer_not_available: ['Oferta no disponible', 'Elija una oferta cuyo available sea true.'],
  offer_not_selected: ['Ninguna oferta elegida', 'Elija primero una oferta.'],
  quote_expired: [
    'Presupuesto caducado',
    'Vuelva a elegir una oferta; la verificación tiene un presupuesto nuevo.',
  ],
  already_paid: [
    'Ya pagada',
    'Continúe con la verificación; no es posible pagar ni elegir de nuevo.',
  ],
  payment_not_required: [
    'No hace falta pagar',
    'Continúe sin sesión de pago; la oferta elegida es gratuita.',
  ],
  session_closed: ['Sesión de pago cerrada', 'Cree una sesión de pago nueva.'],
  evidence_limit: [
    'Límite de pruebas alcanzado',
    'No envíe más pruebas, salvo que el encargo vuelva a estar en curso; el límite figura en el detalle.',
  ],
  answer_limit: [
    'Límite de respuestas alcanzado',
    'No cambie más esta respuesta; el límite figura en el detalle.',
  ],
  feedback_limit: [
    'Límite de opiniones alcanzado',
    'No envíe más opiniones sobre este encargo; el límite figura en el detalle.',
  ],
  email_taken: ['Correo ya registrado', 'Inicie sesión o use otro correo.'],
  already_claimed: [
    'Ya está en una cuenta',
    'Inicie sesión con la cuenta a la que pertenece esta verificación.',
  ],
  account_busy: [
    'Cuenta en uso',
    'Espere a que terminen las verificaciones de request_ids o cancélelas.',
  ],
  invite_active: ['Invitación activa', 'Reenvíe, reasigne o revoque la invitación activa.'],
  invite_limit: [
    'Límite de invitaciones alcanzado',
    'Use las invitaciones existentes; el límite figura en el detalle.',
  ],
  share_link_limit: [
    'Límite de enlaces compartidos alcanzado',
    'Use un enlace existente; el límite figura en el detalle.',
  ],
  delivery_not_possible: [
    'No es posible la entrega',
    'Lea el informe por la API; solo se entrega el informe de una verificación.',
  ],
  delivery_limit: [
    'Límite de entregas alcanzado',
    'No entregue más esta versión; el límite figura en el detalle.',
  ],
  report_withdrawn: ['Informe retirado', 'Cree primero una versión nueva del informe.'],
  alias_not_allowed: [
    'Alias no permitido',
    'Use un alias que send_aliases_by_actor de la política de correo asigne al actor.',
  ],
  agent_not_allowed: [
    'Agente no permitido',
    'Asigne un agente que figure en allowed_agents del mensaje.',
  ],
  human_review_required: [
    'Se requiere revisión humana',
    'Pida primero a una persona que saque el mensaje de human_review.',
  ],
  mail_not_configured: ['Correo no configurado', 'Defina SMTP_URL y MAIL_FROM del servicio.'],
  revision_conflict: [
    'Estado desactualizado',
    'Consulte el estado actual y envíe su updated_at como expected_updated_at.',
  ],
  already_superseded: ['Ya sustituido', 'Sustituya el supuesto más reciente de la cadena.'],
  belief_exists: ['El supuesto ya existe', 'Sustituya el supuesto que indica la sugerencia.'],
  market_city_unknown: ['Ciudad desconocida', 'Use las claves del catálogo.'],
  provider_busy: ['Verificador ocupado', 'Borre al verificador cuando terminen sus encargos.'],
  dispatch_running: [
    'Asignación en curso',
    'Espere a que termine la asignación en curso del encargo o cancélela primero.',
  ],
  no_candidates: [
    'Sin candidatos',
    'Indique verificadores o candidatos, o registre a un verificador que atienda el lugar.',
  ],
  offer_gone: [
    'Oferta ya no disponible',
    'Espere otra oferta; esta se respondió, se retiró o la aceptó otro verificador.',
  ],
  scope_unknown: [
    'Ámbito desconocido',
    'Use global/default, una ciudad o un servicio del catálogo.',
  ],
  ticket_code_taken: ['Código de tique ya usado', 'Envíe otro ticket_code u omítalo.'],
  lease_held: [
    'Tique reservado',
    'Espere a que termine la reserva o envíe el worker que la tiene.',
  ],
  verification_incomplete: [
    'Comprobación incompleta',
    'Añada la prueba o el control que indica el detalle.',
  ],
  experiment_exists: ['El experimento ya existe', 'Envíe otro experiment_id.'],
  experiment_running: [
    'Experimento en curso',
    'Termine primero el experimento en curso en la misma superficie, ciudad y vía.',
  ],
  forbidden_axis: [
    'Eje prohibido',
    'Omita el eje que indica el detalle; no está abierto a experimentos.',
  ],
  axis_not_supported: ['Eje no admitido', 'Use los ejes y límites que indica el detalle.'],
  acknowledgement_missing: [
    'Falta la confirmación',
    'Envíe forbidden_mutation_acknowledged con el valor true.',
  ],
  baseline_missing: [
    'Faltan valores de referencia',
    'Calcule primero los KPI de la semana pasada.',
  ],
  push_off: [
    'Las notificaciones están desactivadas',
    'Consulte el estado; el operador no ha activado las notificaciones.',
  ],
  push_limit: [
    'Límite de notificaciones alcanzado',
    'Desactive primero las notificaciones en otro navegador.',
  ],
  job_schedule_limit: [
    'Límite de programaciones alcanzado',
    'Cancele primero una programación; el límite figura en el detalle.',
  ],
  webhook_limit: ['Límite de webhooks alcanzado', 'Elimine primero un destino.'],
  clock_limit: [
    'Límite del reloj alcanzado',
    'Use un integrador nuevo; su reloj empieza en la hora real.',
  ],
  sandbox_limit: [
    'Límite del entorno de pruebas alcanzado',
    'Espere a que se eliminen encargos de prueba antiguos.',
  ],
  log_size: [
    'Tamaño del registro no alcanzado',
    'Use un tamaño de árbol que no supere el del último punto de control.',
  ],
  media_unavailable: [
    'Archivo no disponible',
    'Haga que media_url devuelva el archivo con el estado 200 y dentro del tamaño máximo, y vuelva a intentarlo.',
  ],
  token_expired: ['Token caducado', 'Pida un enlace nuevo.'],
  erased: ['Borrado', 'Diríjase al propietario; el contenido se borró por privacidad.'],
  payload_too_large: ['Demasiados datos', 'Envíe menos bytes; el límite figura en el detalle.'],
  uri_too_long: ['Dirección demasiado larga', 'Acorte la URL; el límite figura en el detalle.'],
  unsupported_media_type: [
    'Tipo de contenido no admitido',
    'Envíe el tipo de contenido que indica el detalle, sin Content-Encoding.',
  ],
  range_not_satisfiable: [
    'Rango no disponible',
    'Pida un rango dentro del archivo; Content-Range indica su longitud.',
  ],
  rate_limited: ['Demasiadas peticiones', 'Vuelva a intentarlo tras los segundos de Retry-After.'],
  internal_error: [
    'Error interno',
    'Contacte con el servicio de asistencia e indique el request_id.',
  ],
  unavailable: ['Servicio no disponible', 'Vuelva a intentarlo tras los segundos de Retry-After.'],
};
