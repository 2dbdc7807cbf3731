import type { Translated } from '../create-translator.js';
import type { CaptureEnglish } from './en.js';

/** Messages in Brazilian Portuguese of the capture page. */
export const ptBR: Translated<CaptureEnglish> = {
  'capture.title': 'Tirar as fotos',
  'capture.opening': 'Abrindo seu trabalho…',
  'capture.no_script':
    'Esta página precisa de JavaScript para ler sua localização e guardar as fotos sem conexão.',
  'capture.language_offline': 'Para mudar o idioma, é preciso ter conexão.',

  'capture.before.photos':
    '{photos, plural, one {# foto} many {# de fotos} other {# fotos}}. Seu celular vai pedir a localização: o relatório mostra onde cada foto foi tirada.',
  'capture.before.photos_questions':
    '{photos, plural, one {# foto} many {# de fotos} other {# fotos}} e {questions, plural, one {# pergunta} many {# de perguntas} other {# perguntas}}. Seu celular vai pedir a localização: o relatório mostra onde cada foto foi tirada.',
  'capture.before.start': 'Começar',
  'capture.before.address': 'Endereço',
  'capture.before.notes': 'Observações',
  'capture.notes': 'Observações: {notes}',
  'capture.more_requested': 'Foram pedidas mais fotos:',

  'capture.steps': 'Etapas',
  'capture.steps.region': 'Etapa {at, number} de {of, number}: {label}',
  'capture.steps.number': 'Etapa {at, number} de {of, number}',
  'capture.steps.skip': 'Pular',
  'capture.steps.todo': 'A fazer',
  'capture.steps.done': 'Feita',
  'capture.steps.again': 'Refazer',
  'capture.steps.skipped': 'Pulada',
  'capture.steps.waiting': 'Aguardando envio',
  'capture.steps.sending': 'Enviando',

  'capture.example': 'Exemplo',
  'capture.example.place': 'O local inteiro, com o que há à esquerda e à direita',
  'capture.example.sign': 'A placa preenche a imagem e dá para ler cada letra',
  'capture.example.entrance': 'A entrada inteira, com a porta',
  'capture.example.notice': 'O aviso inteiro, perto o bastante para ler',
  'capture.example.number': 'O número preenche a imagem e dá para ler cada dígito',
  'capture.example.building': 'O prédio inteiro, do chão ao telhado',
  'capture.example.street': 'A rua com o que há dos dois lados',
  'capture.example.vehicle': 'O veículo inteiro',
  'capture.example.close': 'O objeto ocupa quase toda a imagem',
  'capture.example.people': 'O público de costas, com o palco à frente',

  'capture.photo.take': 'Tirar foto',
  'capture.photo.file': 'Enviar um arquivo',
  'capture.photo.camera': 'Câmera nesta página',
  'capture.photo.picture': 'Capturar',
  'capture.photo.close_camera': 'Fechar a câmera',
  'capture.photo.camera_view': 'Imagem da câmera',
  'capture.photo.camera_waits':
    'Aguardando a câmera. Se ela não iniciar, feche-a e use “Tirar foto”.',
  'capture.photo.camera_denied':
    'A câmera não abriu. Permita o uso nas configurações do navegador ou use “Tirar foto”.',
  'capture.photo.camera_missing':
    'A câmera não abriu: não há nenhuma ou outro aplicativo está usando. Use “Tirar foto”.',
  'capture.photo.camera_stopped': 'A câmera parou. Abra-a de novo ou use “Tirar foto”.',
  'capture.photo.page_closed':
    'Seu celular fechou esta página enquanto a câmera estava aberta. Use a câmera nesta página.',
  'capture.photo.preview': 'Sua foto',
  'capture.photo.note': 'Observação (opcional)',
  'capture.photo.use': 'Usar foto',
  'capture.photo.retake': 'Tirar outra',
  'capture.photo.too_large':
    'Este arquivo é grande demais. O máximo é {megabytes, number} MB. Escolha um menor.',
  'capture.photo.too_large_shrink':
    'Este arquivo é grande demais. O máximo é {megabytes, number} MB. Você pode enviar uma cópia menor.',
  'capture.photo.too_many_pixels':
    'Esta foto tem {width} × {height} pixels; o máximo é {megapixels, number} milhões. Você pode enviar uma cópia menor.',
  'capture.photo.shrink': 'Enviar uma cópia menor',
  'capture.photo.not_shrunk':
    'Este navegador não consegue reduzir esta foto. Ajuste a câmera para menos megapixels e tire outra.',
  'capture.photo.unreadable': 'Não foi possível ler este arquivo. Tire a foto de novo.',
  'capture.photo.not_kept':
    'Seu celular não tem espaço para guardar esta foto. Fique nesta página até o envio ou libere espaço.',
  'capture.photo.needs_position':
    'Seu celular não informou a localização desta foto. Toque em “Atualizar localização” ou digite-a abaixo. A foto foi guardada.',
  'capture.photo.needs_entry':
    'Seu celular não informou a localização desta foto. Digite-a abaixo. A foto foi guardada.',

  'capture.question.yes': 'Sim',
  'capture.question.no': 'Não',
  'capture.question.cannot_tell': 'Não dá para saber',
  'capture.question.cannot_tell_because': 'Não dá para saber: {reason}',
  'capture.question.reason': 'Por que não dá para saber?',
  'capture.question.comment': 'Comentário (obrigatório)',
  'capture.question.comment_optional': 'Comentário (opcional)',
  'capture.question.photo': 'Foto que mostra isso (obrigatória)',
  'capture.question.photo_optional': 'Foto que mostra isso (opcional)',
  'capture.question.no_photo': 'Nenhuma',
  'capture.question.optional': '(opcional)',
  'capture.question.next': 'Avançar',
  'capture.question.back': 'Voltar',
  'capture.question.skip': 'Pular',
  'capture.question.rejected': 'O serviço não aceitou esta resposta: {why}. Corrija-a.',
  'capture.problem.choose': 'Escolha uma resposta.',
  'capture.problem.choose_some': 'Escolha pelo menos uma resposta.',
  'capture.problem.number': 'Digite um número.',
  'capture.problem.whole': 'Digite um número inteiro.',
  'capture.problem.text': 'Digite uma resposta.',
  'capture.problem.time': 'Informe a data e a hora.',
  'capture.problem.number_between': 'Digite um número de {minimum} a {maximum}.',
  'capture.problem.whole_between': 'Digite um número inteiro de {minimum} a {maximum}.',
  'capture.problem.number_least': 'Digite um número a partir de {minimum}.',
  'capture.problem.whole_least': 'Digite um número inteiro a partir de {minimum}.',
  'capture.problem.number_most': 'Digite um número de até {maximum}.',
  'capture.problem.whole_most': 'Digite um número inteiro de até {maximum}.',
  'capture.problem.decimals':
    'Use no máximo {decimals, plural, one {# casa decimal} many {# de casas decimais} other {# casas decimais}}.',
  'capture.problem.reason': 'Explique em poucas palavras por que não dá para saber.',
  'capture.problem.photo': 'Escolha a foto que mostra isso.',
  'capture.problem.comment': 'Inclua um comentário nesta resposta.',

  'capture.review.title': 'Confira antes de enviar',
  'capture.review.answers': 'Respostas',
  'capture.review.photos': 'Fotos',
  'capture.review.photo': '{label}: {state}',
  'capture.review.unanswered': 'Sem resposta',
  'capture.review.answer': 'Responder',
  'capture.review.change': 'Alterar',
  'capture.review.change_of': 'Alterar a resposta a: {label}',
  'capture.review.ready': 'Pronta para enviar',
  'capture.review.send': 'Enviar',

  'capture.position': 'Localização',
  'capture.position.looking': 'Buscando sua localização…',
  'capture.position.update': 'Atualizar localização',
  'capture.position.directions': 'Como chegar',
  'capture.position.here': 'Você está no endereço: a {distance}, com precisão de {accuracy}.',
  'capture.position.near':
    'Você está a {distance} do endereço. As fotos daqui valem, mas serão analisadas antes. Chegue mais perto, se puder.',
  'capture.position.far':
    'Você está a {distance} do endereço. As fotos daqui não valem: vá até lá ou, se isso estiver errado, toque em “Atualizar localização”.',
  'capture.position.uncertain':
    'Seu celular indica uma localização a {distance} do endereço, com precisão de apenas {accuracy}. Vá para um local aberto ou ative a localização precisa e toque em “Atualizar localização”.',
  'capture.position.inaccurate':
    'A precisão da sua localização é de apenas {accuracy}. Vá para um local aberto ou ative a localização precisa.',
  'capture.position.two_sentences': '{first} {second}',
  'capture.position.here_entered': 'Você está no endereço: a {distance}, conforme o que digitou.',
  'capture.position.known':
    'Sua localização é conhecida, mas este trabalho não tem uma para comparar.',
  'capture.position.denied':
    'Permita a localização para esta página nas configurações do navegador e toque em “Atualizar localização”.',
  'capture.position.none':
    'Seu celular não informa a localização. Vá para um local aberto ou digite-a abaixo.',
  'capture.position.none_on_device':
    'Esta página não recebe a localização do celular. Digite-a abaixo.',
  'capture.position.enter': 'Digite sua localização',
  'capture.position.latitude': 'Latitude',
  'capture.position.longitude': 'Longitude',
  'capture.position.use': 'Usar esta localização',

  'capture.plain_http':
    'Este endereço não é criptografado (http): seu celular não compartilha a localização nem a câmera com esta página. Mesmo assim, você pode enviar fotos.',
  'capture.clock_ahead':
    'O relógio do seu celular está {minutes, plural, one {# minuto adiantado} many {# de minutos adiantado} other {# minutos adiantado}}. Deixe-o no automático, ou as fotos podem não valer.',
  'capture.clock_behind':
    'O relógio do seu celular está {minutes, plural, one {# minuto atrasado} many {# de minutos atrasado} other {# minutos atrasado}}. Deixe-o no automático, ou as fotos podem não valer.',

  'capture.sending': 'Envio',
  'capture.sending.bar': 'Enviando {label}',
  'capture.sending.all': 'Tudo foi enviado.',
  'capture.sending.one': 'Enviando {at, number} de {of, number}.',
  'capture.sending.answers_wait':
    '{answers, plural, one {# resposta aguarda} many {# de respostas aguardam} other {# respostas aguardam}} envio.',
  'capture.sending.photos_wait':
    '{photos, plural, one {# foto aguarda} many {# de fotos aguardam} other {# fotos aguardam}} conexão.',
  'capture.sending.now': 'Enviar agora',
  'capture.sending.busy':
    'Não enviada: fotos demais de uma vez. Tentaremos de novo automaticamente.',
  'capture.sending.trouble':
    'Não enviada: ocorreu um erro do nosso lado. Tentaremos de novo automaticamente.',
  'capture.sending.large': 'Não enviado: o arquivo é grande demais. Escolha um menor.',
  'capture.sending.full': 'Não enviada: este trabalho não aceita mais fotos nesta etapa.',
  'capture.sending.rejected': 'Não enviada: esta foto foi recusada. Tire outra.',

  'capture.result': 'Resultado',
  'capture.result.accepted': 'Aceita.',
  'capture.result.next': 'Próxima: {label}',
  'capture.result.again': 'Tentar de novo',
  'capture.result.far': 'Você estava a {distance} do endereço; por isso, ela será analisada antes.',
  'capture.result.late': 'Ela chegou com mais de um dia de atraso.',
  'capture.failed.geofence':
    'Não aceita: você estava a {distance} do endereço; o máximo é {limit}.',
  'capture.failed.capture_time':
    'Não aceita: foi tirada antes da abertura do trabalho, ou o relógio do seu celular está errado. Tire outra foto e deixe o relógio no automático.',
  'capture.failed.hash': 'Não aceita: o arquivo mudou durante o envio. Envie de novo.',
  'capture.failed.duplicate':
    'Não aceita: este arquivo já foi aceito em outro trabalho. Tire outra foto.',
  'capture.failed.nonce': 'Não aceita: já foi enviada com outro nome. Tire outra foto.',
  'capture.failed.media':
    'Não aceita: este arquivo está danificado ou não é foto, vídeo nem PDF. Envie o original ou tire outra foto.',
  'capture.failed.exif':
    'Não aceita: a hora ou o local do arquivo não bate com o do celular. Ative a localização da câmera e deixe o relógio no automático, ou use a câmera nesta página.',
  'capture.failed.provenance':
    'Não aceita: a foto é diferente da que a câmera assinou. Os celulares alteram a foto ao remover o local: use a câmera nesta página ou envie o original.',
  'capture.failed.other': 'Não aceita: não passou em todas as checagens. Tire outra foto.',

  'capture.end.title': 'Todas as fotos chegaram',
  'capture.end.thanks': 'Obrigado. Você pode fechar esta página.',
  'capture.end.thanks_own': 'Obrigado. Sua solicitação mostra os próximos passos.',
  'capture.end.to_request': 'Ir para a sua solicitação',

  'capture.dead.incomplete': 'Este link está incompleto',
  'capture.dead.incomplete_hint':
    'Abra-o de novo pela mensagem que recebeu ou copie-o inteiro: ele é longo.',
  'capture.dead.invalid': 'Este link não funciona mais',
  'capture.dead.invalid_hint': 'Foi substituído ou revogado. Peça um novo.',
  'capture.dead.expired': 'Este link expirou',
  'capture.dead.expired_hint':
    'Peça um novo. As fotos não enviadas ficam neste celular e serão enviadas com o novo link.',
  'capture.dead.finished': 'Este trabalho foi concluído',
  'capture.dead.finished_hint': 'Ele não aceita mais fotos. Obrigado.',
  'capture.dead.unsent':
    '{photos, plural, one {# foto ainda não foi enviada} many {# de fotos ainda não foram enviadas} other {# fotos ainda não foram enviadas}}.',

  'capture.offline': 'Sem conexão',
  'capture.offline.hint': 'Seu trabalho será aberto assim que houver conexão.',
  'capture.offline.kept':
    'Sem conexão. Você pode continuar: as fotos ficam guardadas neste celular.',
};
