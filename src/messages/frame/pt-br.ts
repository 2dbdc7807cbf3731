import type { Translated } from '../create-translator.js';
import type { FrameEnglish } from './en.js';

/** Messages in Brazilian Portuguese that every page can show. */
export const ptBR: Translated<FrameEnglish> = {
  'frame.service': 'Serviço de verificação',
  'frame.description':
    'Alguém vai ao local com um celular. Você recebe um relatório assinado com fotos, localizações e horários.',
  'frame.title': '{heading} – Serviço de verificação',
  'frame.title_with_error': 'Erro: {heading} – Serviço de verificação',
  'frame.skip': 'Ir para o conteúdo',
  'frame.navigation': 'Menu principal',
  'frame.your_requests': 'Suas solicitações',
  'frame.signed_in_as': 'Conectado como',
  'frame.sign_out': 'Sair',
  'frame.sign_in': 'Entrar',
  'frame.interface': 'API',
  'frame.about': 'Sobre',
  'frame.help': 'Ajuda',
  'frame.privacy': 'Privacidade',
  'frame.imprint': 'Aviso legal',
  'frame.run_by': 'Operado por {name}.',
  'frame.language': 'Idioma',
  'frame.change_language': 'Alterar',

  'frame.zones.utc': 'Os horários estão em UTC.',
  'frame.zones.place': 'Os horários estão no fuso do local ({zone}).',
  'frame.zones.apart': 'Os horários no local estão no fuso do local ({zone}); os demais, no seu.',

  'frame.did_you_mean': 'Você quis dizer {email}?',

  'frame.name_hint':
    'No mínimo 2 caracteres. Se o nome tiver um só caractere, como 李, inclua o primeiro nome.',
  'frame.problem': 'Confira os dados',
  'frame.field_problem': '{label}: {message}',
  'frame.fill_in': 'Este campo é obrigatório.',
  'frame.too_short': 'Digite pelo menos {least} caracteres.',
  'frame.too_long': 'Use no máximo {most} caracteres; agora são {have}.',
  'frame.number': 'Digite um número, por exemplo 52.5219.',
  'frame.range': 'Digite um número de {least} a {most}.',
  'frame.email': 'Digite um endereço de e-mail, por exemplo name@example.com.',
  'frame.invalid': 'Este dado não é válido.',

  'frame.no_connection': 'Sem conexão. O que você digitou foi mantido.',
  'frame.try_again': 'Tentar de novo',
  'frame.too_many': 'Muitas tentativas. Tente de novo em {time}.',
  'frame.our_fault':
    'Ocorreu um erro do nosso lado. Se entrar em contato conosco, informe o número {number}.',
  'frame.our_fault_unnumbered': 'Ocorreu um erro do nosso lado. Tente de novo em um minuto.',
  'frame.no_pdf': 'O PDF ainda está sendo criado. Tente de novo em um minuto.',
  'frame.signed_out': 'Sua sessão foi encerrada. Entre novamente.',
  'frame.other_site':
    'Isto foi enviado de uma página de outro site. Recarregue esta página e tente de novo.',
  'frame.not_now': 'Isto não é mais possível. Veja a situação atual.',
  'frame.rejected': 'Não funcionou. Recarregue a página e tente de novo.',

  'frame.access_code': 'Código de acesso',
  'frame.open': 'Abrir',
  'frame.enter_code': 'Digite o código de acesso',
  'frame.code_hint': 'O código é a última parte do seu link particular, depois do #.',
  'frame.sign_in_instead': 'Está na sua conta? Entre.',
  'frame.opens_nothing': 'Este link não é válido',
  'frame.check_link': 'Confira se ele está completo ou digite o código de acesso.',

  'frame.show_password': 'Mostrar',
  'frame.copied': 'Copiado.',
  'frame.not_copied': 'Seu navegador não conseguiu copiar o texto. Selecione e copie.',
  'frame.free': 'Grátis',
};
