import type { Translated } from '../create-translator.js';
import type { AboutEnglish } from './en.js';

/** Messages in Spanish of the page about the service, and of the facts on the order form. */
export const es: Translated<AboutEnglish> = {
  'about.heading': 'Acerca de este servicio',
  'about.lead':
    'Alguien va al lugar con un teléfono. Usted recibe un informe firmado con fotos, ubicaciones y horas.',
  'about.how': 'Cómo funciona',
  'about.step_enter': 'Usted indica el lugar y su pregunta, y ve las ofertas con sus precios.',
  'about.step_choose':
    'Elige una oferta y paga. También puede tomar usted las fotos, o pedírselas a alguien que esté allí.',
  'about.step_visit':
    'La persona en el lugar toma las fotos paso a paso. Se comprueban el lugar, la hora y el archivo de cada foto.',
  'about.step_report':
    'Recibe el informe como página, PDF y JSON. Cualquiera puede comprobar que no se ha modificado.',
  'about.cost': 'Cuánto cuesta',
  'about.from': 'Desde {prices}',
  'about.cost_text':
    'El precio depende de lo que se verifica, del lugar y de cuándo necesita el informe. Lo ve antes de pagar. Si toma usted las fotos, es gratis cuando una oferta lo indica.',
  'about.duration':
    '{last, plural, one {Informe en {hours} hora} many {Informe en {hours} de horas} other {Informe en {hours} horas}}',
  'about.sample': 'Ver un informe de ejemplo (PDF)',
  'about.sample_text': 'El ejemplo está generado: nadie fue al lugar y las fotos están dibujadas.',
  'about.facts': 'Precio, plazo y ejemplo',
  'about.runs': 'Quién opera el servicio',
  'about.run_by': 'Este servicio lo opera {name}.',
  'about.privacy': 'Privacidad',
  'about.privacy_policy': 'Leer la política de privacidad del operador.',
  'about.stored_content':
    'El servicio guarda lo que usted escribe, sus pagos sin números de tarjeta y las fotos con sus ubicaciones y horas.',
  'about.stored_link': 'Quien tenga el enlace privado de una solicitud puede verla.',
  'about.stored_account':
    'En la página de su cuenta puede descargar sus datos y eliminar la cuenta con sus solicitudes.',
  'about.stored_guest':
    'Una solicitud sin cuenta se puede borrar mediante la API, con su código de acceso.',
  'about.retained':
    '{days, plural, one {Una solicitud terminada se borra # día después de su último cambio.} many {Una solicitud terminada se borra # de días después de su último cambio.} other {Una solicitud terminada se borra # días después de su último cambio.}}',
  'about.help': 'Ayuda',
  'about.help_more': 'Obtener ayuda del operador.',
  'about.where': '¿Dónde está mi solicitud?',
  'about.where_answer':
    'Abra su enlace privado. Si está en su cuenta, inicie sesión: aparece en la lista.',
  'about.cancel': '¿Puedo cancelarla?',
  'about.cancel_answer':
    'Sí, en la página de la solicitud, hasta que empiece el trabajo. Se reembolsa todo lo pagado.',
  'about.unanswered': '¿Y si el informe no responde a mi pregunta?',
  'about.unanswered_answer': 'Al final del informe, pida más fotos o impugne el resultado.',
  'about.genuine': '¿Cómo sé que un informe es auténtico?',
  'about.genuine_answer': 'Ábralo y pida verificarlo allí. La página lo compara con su firma.',
};
