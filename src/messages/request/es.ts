import type { Translated } from '../create-translator.js';
import type { RequestEnglish } from './en.js';

/** Messages in Spanish of the page for requesting a check. */
export const es: Translated<RequestEnglish> = {
  'request.heading': 'Haga verificar un lugar',
  'request.lead':
    'Alguien va allí con un teléfono. Usted recibe un informe firmado con fotos, ubicaciones y horas.',
  'request.edit_heading': 'Editar su solicitud',
  'request.edit_lead':
    'Los cambios crean una solicitud nueva con precios nuevos. La anterior se cancela.',
  'request.keep_as_is': 'Dejarla como está',
  'request.not_editable': 'Esta solicitud ya no se puede editar.',
  'request.earlier_stays':
    'Su solicitud anterior está confirmada y se mantiene. Esta es una solicitud nueva.',
  'request.kept': 'Hemos recuperado lo que había escrito.',
  'request.kept_sent': '«{button}» sustituye {link}, salvo que ya la haya pagado.',
  'request.kept_link': 'la solicitud enviada',
  'request.clear': 'Vaciar el formulario',
  'request.form': 'Solicitar una verificación',

  'request.service': '¿Qué hay que verificar?',
  'request.other': 'Otra cosa',
  'request.objective': '¿Qué quiere saber?',
  'request.objective_hint':
    'Una pregunta que se pueda responder con fotos, por ejemplo: «¿Está abierta la tienda?»',
  'request.address': '¿Dónde?',
  'request.address_hint':
    'Una dirección o un lugar, un plus code, dos coordenadas o un enlace de una aplicación de mapas.',
  'request.latitude': 'Latitud',
  'request.longitude': 'Longitud',
  'request.position_hint':
    'Se rellenan al elegir un lugar, pulsar en el mapa o mover el marcador. Si no, escriba dos números, por ejemplo 52.5219 y 13.4132.',
  'request.notes': 'Notas para la persona en el lugar (opcional)',
  'request.notes_hint': 'Dónde está la entrada, a quién preguntar, qué no debe salir en las fotos.',

  'request.answered': 'Lo que responde la persona en el lugar',
  'request.besides': 'Su pregunta de arriba y:',
  'request.only_yours': 'Su pregunta de arriba.',
  'request.of_services': 'Preguntas de cada servicio',
  'request.own.summary': 'Añadir sus propias preguntas',
  'request.own.hint':
    'Hasta cinco. La persona en el lugar responde a cada una o indica por qué no es posible.',
  'request.own.label': 'Pregunta {number}',
  'request.own.kind': 'Respuesta a la pregunta {number}',
  'request.own.kind.guessed': 'Según la redacción',
  'request.own.kind.yes_no': 'Sí o no',
  'request.own.kind.text': 'Texto',
  'request.own.kind.number': 'Número',
  'request.own.kind.date_time': 'Fecha y hora',
  'request.own.add': 'Añadir otra pregunta',

  'request.contact': 'Cómo localizarle (opcional)',
  'request.name': 'Nombre',
  'request.email': 'Correo electrónico',
  'request.email_hint': 'Aquí enviamos su enlace privado y las novedades de la verificación.',
  'request.no_mail':
    'Este servicio no envía correos. Guarde el enlace que muestra la página siguiente.',
  'request.phone': 'Teléfono',
  'request.phone_hint':
    'Para localizarle mientras alguien está en el lugar, por ejemplo ante una puerta cerrada.',
  'request.signed_in_as': 'Ha iniciado sesión como {email}. Esta solicitud se añadirá a su cuenta.',
  'request.see_offers': 'Ver ofertas',
  'request.conflict':
    'Esta solicitud ya se envió con otros datos. Recargue la página para enviar una nueva.',
  'request.signed_out':
    'Su sesión está cerrada. Inicie sesión o pulse «{button}» para continuar sin cuenta.',

  'request.how_to': 'Cómo obtener los dos números',
  'request.google_phone': 'Google Maps en un teléfono',
  'request.google_phone_way':
    'Mantenga pulsado el lugar hasta que aparezca un marcador. Los dos números aparecen en el campo de búsqueda o en los detalles del marcador. Cópielos.',
  'request.apple': 'Mapas de Apple',
  'request.apple_way':
    'Mantenga pulsado el lugar hasta que aparezca un marcador. En su ficha, baje hasta «Coordenadas», manténgalas pulsadas y cópielas.',
  'request.google_computer': 'Google Maps en un ordenador',
  'request.google_computer_way':
    'Haga clic con el botón derecho en el lugar. La primera línea del menú son los dos números; un clic los copia.',
  'request.osm_way':
    'Mueva el mapa hasta que el lugar quede en el centro, amplíelo y copie la dirección de la página.',

  'request.use_position': 'Usar mi ubicación',
  'request.looking': 'Buscando su ubicación…',
  'request.found': 'Encontrada, con una precisión de {distance}.',
  'request.denied':
    'El navegador no ha facilitado la ubicación. Escríbala, o permítala en los ajustes de esta página y pulse de nuevo.',
  'request.not_encrypted':
    'Esta dirección no está cifrada, por lo que el navegador no facilita la ubicación. Escríbala.',
  'request.taken': 'Los dos números están rellenados. Compruébelos en el mapa.',
  'request.taken_from_middle':
    'Tomada del centro de ese mapa. Si el lugar no está en el centro, mueva el mapa y copie de nuevo el enlace.',
  'request.no_position':
    'Este enlace no contiene ninguna ubicación. Ábralo en un navegador y copie la dirección desde allí, o copie los dos números.',
  'request.map': 'Mapa: {position}',
  'request.no_map': 'Mapa: aún sin ubicación',
  'request.place': 'Lugar',
  'request.place_hint': 'Escriba el lugar y el mapa mostrará dónde está.',
  'request.suggestions': 'Lugares',
  'request.none_suggested': 'No se ha encontrado ningún lugar.',
  'request.suggested': 'Lugares encontrados: {count}',
  'request.apart': 'El marcador está a {distance} de {place}.',
  'request.apart_entered': 'El marcador está a {distance} de la ubicación que escribió.',
  'request.followed': 'La dirección es ahora «{place}». Cámbiela si conoce la exacta.',
  'request.move_pin': 'Mueva el marcador del mapa hasta el edificio.',

  'request.level.covered':
    'Podemos enviar a un verificador a este lugar, a {distance} de {city}. Todas las ofertas están disponibles.',
  'request.level.limited':
    'Podemos enviar a un verificador a este lugar, a {distance} de {city}. Algunas ofertas no están disponibles.',
  'request.level.self_service_only':
    'Este lugar está a {distance} de {city}, nuestra ciudad más cercana: demasiado lejos para enviar a un verificador. Usted, o alguien de confianza en el lugar, puede tomar las fotos con un enlace nuestro.',
  'request.level.unserviceable':
    'No podemos verificar este lugar: está a {distance} de {city}, nuestra ciudad más cercana. No tiene que pagar nada.',

  'request.kind.position': 'Ubicación',
  'request.kind.address': 'Dirección',
  'request.kind.street': 'Calle',
  'request.kind.landmark': 'Lugar conocido',
  'request.kind.postcode': 'Código postal',
  'request.kind.district': 'Barrio',
  'request.kind.village': 'Pueblo',
  'request.kind.town': 'Localidad',
  'request.kind.city': 'Ciudad',
  'request.kind.region': 'Región',
  'request.kind.country': 'País',
};
