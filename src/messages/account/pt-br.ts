import type { Translated } from '../create-translator.js';
import type { AccountEnglish } from './en.js';

/** Messages in Brazilian Portuguese of the account pages: sign-in, registration, the links of account mails, and the account with its requests. */
export const ptBR: Translated<AccountEnglish> = {
  'account.full_name': 'Nome completo',
  'account.email': 'E-mail',
  'account.phone': 'Telefone',
  'account.phone_hint':
    'Para falarmos com você durante a visita, por exemplo se houver um portão fechado. Nunca para publicidade.',
  'account.language': 'Idioma dos e-mails',
  'account.language_hint': 'O idioma das páginas é escolhido no rodapé.',
  'account.language_of_request': 'O de cada solicitação',
  'account.password': 'Senha',
  'account.current_password': 'Senha atual',
  'account.new_password': 'Nova senha',
  'account.password_hint': 'Algumas palavras aleatórias funcionam bem.',
  'account.password_is_email': 'A senha não pode ser seu e-mail.',

  'account.sign_in.lead': 'Veja suas solicitações e seus relatórios em um só lugar.',
  'account.sign_in.forgotten': 'Esqueceu a senha?',
  'account.sign_in.wrong': 'E-mail ou senha incorretos.',

  'account.register.heading': 'Criar uma conta',
  'account.register.lead':
    'Suas solicitações e relatórios ficam reunidos, e você pode enviar links de fotos a outras pessoas.',
  'account.register.button': 'Criar conta',
  'account.register.taken': 'Já existe uma conta com este e-mail. Entre.',
  'account.register.already': 'Já tem uma conta? Entre.',

  'account.request': 'Solicitar uma verificação',
  'account.none': 'Nenhuma solicitação ainda. Solicite uma verificação, e ela aparecerá aqui.',
  'account.older': 'Solicitações mais antigas',
  'account.search': 'Buscar nas suas solicitações',
  'account.find': 'Buscar',
  'account.all_states': 'Todas',
  'account.show_all': 'Mostrar todas',
  'account.found':
    '{found, plural, one {# solicitação encontrada.} many {# de solicitações encontradas.} other {# solicitações encontradas.}}',
  'account.found_none': 'Nenhuma solicitação encontrada.',
  'account.found_first': 'Mostrando as primeiras {shown, number}; o arquivo contém todas.',
  'account.file': 'Baixar CSV',
  'account.column.question': 'Pergunta',
  'account.column.address': 'Endereço',
  'account.column.state': 'Situação',
  'account.column.requested': 'Solicitada em',
  'account.column.request_id': 'ID da solicitação',

  'account.state.received': 'Recebida',
  'account.state.quoted': 'Escolha uma oferta',
  'account.state.unserviceable': 'Não é possível verificar',
  'account.state.offer_selected': 'A pagar',
  'account.state.awaiting_payment': 'Pagamento iniciado',
  'account.state.confirmed': 'Confirmada',
  'account.state.in_progress': 'Fotos chegando',
  'account.state.report_ready': 'Relatório pronto',
  'account.state.completed': 'Concluída',
  'account.state.disputed': 'Contestada',
  'account.state.cancelled': 'Cancelada',
  'account.state.expired': 'Expirada',

  'account.unconfirmed':
    'Confirme seu e-mail: enviamos um link para {email}. Até lá, não enviaremos links de fotos em seu nome.',
  'account.unconfirmable':
    'Este serviço não envia e-mails, por isso seu endereço não pode ser confirmado. Copie cada link de fotos e compartilhe.',
  'account.send_new': 'Enviar um novo link',
  'account.sent': 'Um novo link está a caminho.',

  'account.your_account': 'Sua conta',
  'account.details': 'Seus dados pessoais',
  'account.save': 'Salvar dados',
  'account.saved': 'Seus dados foram salvos.',
  'account.change_password': 'Alterar senha',
  'account.password_changed':
    'Sua senha foi alterada. As sessões em outros dispositivos foram encerradas.',
  'account.wrong_password': 'A senha está incorreta.',
  'account.data': 'Seus dados armazenados',
  'account.data_lead':
    'Todos os dados armazenados sobre você e suas solicitações, em um único arquivo.',
  'account.download': 'Baixar meus dados',
  'account.delete': 'Excluir minha conta',
  'account.delete_lead':
    'Sua conta, suas solicitações e os relatórios serão excluídos. Esta ação não pode ser desfeita.',
  'account.delete_now': 'Excluir definitivamente',
  'account.busy':
    'Estas solicitações ainda estão em andamento. Aguarde os relatórios ou reembolsos e depois exclua sua conta:',
  'account.deleted': 'Sua conta foi excluída',
  'account.deleted_lead':
    'Os dados restantes serão excluídos em até uma hora. Sua sessão foi encerrada.',

  'account.confirm.heading': 'Confirme seu e-mail',
  'account.confirm.lead':
    'Clique no botão para confirmar que este e-mail é seu. Se você não tiver entrado na sua conta neste navegador, terá de criar uma nova senha em seguida.',
  'account.confirm.button': 'Confirmar',
  'account.confirm.done': 'Seu e-mail foi confirmado.',
  'account.confirm.choose_password':
    'Seu e-mail foi confirmado. Você não tinha entrado na conta neste navegador; por isso, a senha do cadastro não vale mais e todas as sessões foram encerradas. Crie uma nova senha.',
  'account.confirm.sign_in': 'Entre na sua conta para receber um novo link.',

  'account.reset.heading': 'Redefinir a senha',
  'account.reset.lead': 'Vamos enviar um link para você criar uma nova.',
  'account.reset.no_mail':
    'Este serviço não envia e-mails, por isso não pode enviar um link. Fale com o operador do serviço.',
  'account.reset.button': 'Enviar o link',
  'account.reset.sent': 'Se houver uma conta com este e-mail, um link está a caminho.',
  'account.reset.sent_again': 'Se houver uma conta com este e-mail, outro link está a caminho.',
  'account.reset.wait':
    'Ele costuma chegar em até um minuto e vale por {hours, plural, one {# hora} many {# de horas} other {# horas}}. Se não chegar, verifique a pasta de spam e confira o endereço: {email}.',
  'account.reset.again': 'Enviar de novo',
  'account.reset.other_email': 'Usar outro e-mail',
  'account.reset.have_link': 'Já tem o link?',
  'account.reset.set': 'Definir senha',
  'account.reset.done': 'Sua senha foi definida. Você entrou na sua conta.',

  'account.link.expired': 'Este link expirou.',
  'account.link.invalid': 'Este link não funciona mais.',
};
