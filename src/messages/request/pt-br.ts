import type { Translated } from '../create-translator.js';
import type { RequestEnglish } from './en.js';

/** Messages in Brazilian Portuguese of the page for requesting a check. */
export const ptBR: Translated<RequestEnglish> = {
  'request.heading': 'Mande verificar um lugar',
  'request.lead':
    'Alguém vai até lá com um celular. Você recebe um relatório assinado com fotos, localizações e horários.',
  'request.edit_heading': 'Editar sua solicitação',
  'request.edit_lead':
    'As alterações criam uma nova solicitação com novos preços. A anterior é cancelada.',
  'request.keep_as_is': 'Deixar como está',
  'request.not_editable': 'Esta solicitação não pode mais ser editada.',
  'request.earlier_stays':
    'Sua solicitação anterior está confirmada e continua valendo. Esta é uma nova solicitação.',
  'request.kept': 'O que você digitou foi preenchido de novo.',
  'request.kept_sent': '“{button}” substitui {link}, a menos que ela já esteja paga.',
  'request.kept_link': 'a solicitação enviada',
  'request.clear': 'Limpar o formulário',
  'request.form': 'Solicitar uma verificação',

  'request.service': 'O que deve ser verificado?',
  'request.other': 'Outra coisa',
  'request.objective': 'O que você quer saber?',
  'request.objective_hint':
    'Uma pergunta que fotos possam responder, por exemplo: “A loja está aberta?”',
  'request.address': 'Onde?',
  'request.address_hint':
    'Um endereço ou lugar, um plus code, duas coordenadas ou um link de um aplicativo de mapas.',
  'request.latitude': 'Latitude',
  'request.longitude': 'Longitude',
  'request.position_hint':
    'São preenchidas quando você escolhe um lugar, toca no mapa ou move o marcador. Ou digite dois números, por exemplo 52.5219 e 13.4132.',
  'request.notes': 'Observações para a pessoa no local (opcional)',
  'request.notes_hint': 'Onde fica a entrada, com quem falar, o que não deve aparecer nas fotos.',

  'request.answered': 'O que a pessoa no local responde',
  'request.besides': 'Sua pergunta acima e:',
  'request.only_yours': 'Sua pergunta acima.',
  'request.of_services': 'Perguntas de cada serviço',
  'request.own.summary': 'Adicionar suas próprias perguntas',
  'request.own.hint':
    'Até cinco. A pessoa no local responde a cada uma ou diz por que não é possível.',
  'request.own.label': 'Pergunta {number}',
  'request.own.kind': 'Resposta à pergunta {number}',
  'request.own.kind.guessed': 'Conforme o texto',
  'request.own.kind.yes_no': 'Sim ou não',
  'request.own.kind.text': 'Texto',
  'request.own.kind.number': 'Número',
  'request.own.kind.date_time': 'Data e hora',
  'request.own.add': 'Adicionar outra pergunta',

  'request.contact': 'Como falar com você (opcional)',
  'request.name': 'Nome',
  'request.email': 'E-mail',
  'request.email_hint': 'Enviamos para cá seu link particular e as novidades da verificação.',
  'request.no_mail': 'Este serviço não envia e-mails. Salve o link que aparece na próxima página.',
  'request.phone': 'Telefone',
  'request.phone_hint':
    'Para falar com você enquanto alguém está no local, por exemplo diante de um portão trancado.',
  'request.signed_in_as': 'Você entrou como {email}. Esta solicitação será adicionada à sua conta.',
  'request.see_offers': 'Ver ofertas',
  'request.conflict':
    'Esta solicitação já foi enviada com outros dados. Recarregue a página para enviar uma nova.',
  'request.signed_out':
    'Sua sessão foi encerrada. Entre, ou pressione “{button}” para continuar sem conta.',

  'request.how_to': 'Como obter os dois números',
  'request.google_phone': 'Google Maps no celular',
  'request.google_phone_way':
    'Toque no lugar e segure até aparecer um marcador. Os dois números aparecem no campo de busca ou nos detalhes do marcador. Copie-os.',
  'request.apple': 'Mapas da Apple',
  'request.apple_way':
    'Toque no lugar e segure até aparecer um marcador. Role a ficha até “Coordenadas”, toque nelas, segure e copie.',
  'request.google_computer': 'Google Maps no computador',
  'request.google_computer_way':
    'Clique no lugar com o botão direito. A primeira linha do menu são os dois números; um clique os copia.',
  'request.osm_way':
    'Mova o mapa até o lugar ficar no centro, aproxime e copie o endereço da página.',

  'request.use_position': 'Usar minha localização',
  'request.looking': 'Buscando sua localização…',
  'request.found': 'Encontrada, com precisão de {distance}.',
  'request.denied':
    'Seu navegador não informou a localização. Digite-a, ou permita o acesso nas configurações desta página e pressione de novo.',
  'request.not_encrypted':
    'Este endereço não é criptografado, por isso o navegador não informa a localização. Digite-a.',
  'request.taken': 'Os dois números foram preenchidos. Confira no mapa.',
  'request.taken_from_middle':
    'Preenchido com o centro daquele mapa. Se o lugar não estiver no centro, mova o mapa e copie o link de novo.',
  'request.no_position':
    'Este link não contém uma localização. Abra-o em um navegador e copie o endereço de lá, ou copie os dois números.',
  'request.map': 'Mapa: {position}',
  'request.no_map': 'Mapa: ainda sem localização',
  'request.place': 'Lugar',
  'request.place_hint': 'Digite o lugar, e o mapa mostra onde ele fica.',
  'request.suggestions': 'Lugares',
  'request.none_suggested': 'Nenhum lugar encontrado.',
  'request.suggested': 'Lugares encontrados: {count}',
  'request.apart': 'O marcador está a {distance} de {place}.',
  'request.apart_entered': 'O marcador está a {distance} da localização digitada.',
  'request.followed': 'O endereço agora é “{place}”. Troque-o se souber o endereço exato.',
  'request.move_pin': 'Mova o marcador no mapa até o prédio.',

  'request.level.covered':
    'Podemos enviar um verificador a este lugar, a {distance} de {city}. Todas as ofertas estão disponíveis.',
  'request.level.limited':
    'Podemos enviar um verificador a este lugar, a {distance} de {city}. Algumas ofertas não estão disponíveis.',
  'request.level.self_service_only':
    'Este lugar fica a {distance} de {city}, nossa cidade mais próxima: longe demais para enviar um verificador. Você, ou alguém de confiança no local, pode tirar as fotos com um link nosso.',
  'request.level.unserviceable':
    'Não podemos verificar este lugar: ele fica a {distance} de {city}, nossa cidade mais próxima. Não há nada a pagar.',

  'request.kind.position': 'Localização',
  'request.kind.address': 'Endereço',
  'request.kind.street': 'Rua',
  'request.kind.landmark': 'Lugar conhecido',
  'request.kind.postcode': 'Código postal',
  'request.kind.district': 'Bairro',
  'request.kind.village': 'Vilarejo',
  'request.kind.town': 'Cidade',
  'request.kind.city': 'Cidade',
  'request.kind.region': 'Região',
  'request.kind.country': 'País',
};
