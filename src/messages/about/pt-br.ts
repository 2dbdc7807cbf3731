import type { Translated } from '../create-translator.js';
import type { AboutEnglish } from './en.js';

/** Messages in Brazilian Portuguese of the page about the service, and of the facts on the order form. */
export const ptBR: Translated<AboutEnglish> = {
  'about.heading': 'Sobre este serviço',
  'about.lead':
    'Alguém vai até o lugar com um celular. Você recebe um relatório assinado com fotos, localizações e horários.',
  'about.how': 'Como funciona',
  'about.step_enter': 'Você informa o lugar e sua pergunta e vê as ofertas com os preços.',
  'about.step_choose':
    'Você escolhe uma oferta e paga. Também pode tirar as fotos por conta própria ou pedir a alguém que esteja lá.',
  'about.step_visit':
    'A pessoa no local tira as fotos passo a passo. O lugar, o horário e o arquivo de cada foto são conferidos.',
  'about.step_report':
    'Você recebe o relatório como página, PDF e JSON. Qualquer pessoa pode conferir que ele não foi alterado.',
  'about.cost': 'Quanto custa',
  'about.from': 'A partir de {prices}',
  'about.cost_text':
    'O preço depende do que é verificado, do lugar e do prazo do relatório. Você o vê antes de pagar. Se você tirar as fotos por conta própria, é grátis quando uma oferta indicar isso.',
  'about.duration':
    '{last, plural, one {Relatório em até {hours} hora} many {Relatório em até {hours} de horas} other {Relatório em até {hours} horas}}',
  'about.sample': 'Ver um relatório de exemplo (PDF)',
  'about.sample_text': 'O exemplo foi gerado: ninguém foi ao lugar e as fotos são desenhos.',
  'about.facts': 'Preço, prazo e exemplo',
  'about.runs': 'Quem opera o serviço',
  'about.run_by': 'Este serviço é operado por {name}.',
  'about.privacy': 'Privacidade',
  'about.privacy_policy': 'Ler a política de privacidade do operador.',
  'about.stored_content':
    'O serviço guarda o que você digita, seus pagamentos sem números de cartão e as fotos com localizações e horários.',
  'about.stored_link': 'Quem tem o link particular de uma solicitação pode vê-la.',
  'about.stored_account':
    'Na página da sua conta você baixa seus dados e exclui a conta com as solicitações.',
  'about.stored_guest':
    'Uma solicitação sem conta pode ser apagada pela API, com o código de acesso.',
  'about.retained':
    '{days, plural, one {Uma solicitação concluída é apagada # dia após a última alteração.} many {Uma solicitação concluída é apagada # de dias após a última alteração.} other {Uma solicitação concluída é apagada # dias após a última alteração.}}',
  'about.help': 'Ajuda',
  'about.help_more': 'Obter ajuda do operador.',
  'about.where': 'Onde está minha solicitação?',
  'about.where_answer':
    'Abra o link particular dela. Se ela estiver na sua conta, entre: ela aparece na lista.',
  'about.cancel': 'Posso cancelar?',
  'about.cancel_answer':
    'Sim, na página da solicitação, até o trabalho começar. O valor pago é reembolsado por inteiro.',
  'about.unanswered': 'E se o relatório não responder à minha pergunta?',
  'about.unanswered_answer': 'No fim do relatório, peça mais fotos ou conteste o resultado.',
  'about.genuine': 'Como sei que um relatório é autêntico?',
  'about.genuine_answer':
    'Abra-o e peça a verificação ali mesmo. A página o compara com a assinatura.',
};
