import type { CodeTexts } from './code-texts.js';

/** Title and hint of every error, in Brazilian Portuguese. */
export const ptBR: CodeTexts = {
  bad_request: [
    'Requisição inválida',
    'Compare a requisição com o documento OpenAPI em /openapi.json.',
  ],
  bad_cursor: [
    'Cursor inválido',
    'Envie o cursor exatamente como foi recebido, com o mesmo filtro e a mesma ordem, ou omita-o para começar do primeiro item.',
  ],
  graphql_parse_failed: [
    'Erro de sintaxe do GraphQL',
    'Corrija a sintaxe na posição indicada em locations.',
  ],
  graphql_validation_failed: [
    'Documento GraphQL inválido',
    'Compare o documento com o esquema, por exemplo no GraphiQL, em /graphql.',
  ],
  bad_user_input: ['Dados inválidos', 'Corrija os argumentos indicados em extensions.issues.'],
  query_too_expensive: ['Consulta pesada demais', 'Peça páginas menores ou menos campos.'],
  query_too_deep: ['Consulta profunda demais', 'Reduza o aninhamento da seleção.'],
  api_key_missing: ['Chave de API ausente', 'Envie uma chave de API no cabeçalho X-API-Key.'],
  api_key_invalid: [
    'Chave de API inválida',
    'Verifique se faltam caracteres na chave ou peça uma nova; esta é desconhecida ou foi revogada.',
  ],
  token_invalid: [
    'Token inválido',
    'Peça um novo link; o token está malformado, foi revogado ou emitido para outro uso.',
  ],
  session_missing: ['Sessão ausente', 'Entre na sua conta; a sessão fica guardada em um cookie.'],
  session_invalid: ['Sessão inválida', 'Entre novamente; a sessão expirou ou foi encerrada.'],
  login_failed: ['Falha ao entrar', 'Verifique o e-mail e a senha ou peça a redefinição da senha.'],
  scope_missing: ['Permissão ausente', 'Use uma chave de API com o escopo indicado no detalhe.'],
  actor_not_allowed: [
    'Ator não permitido',
    'Envie um ator da chave de API ou use uma chave com este ator; createApiKey aceita atores.',
  ],
  test_mode: [
    'Chave de teste',
    'Use uma chave de produção; as chaves de teste servem apenas para trabalhos do ambiente de teste.',
  ],
  origin_refused: [
    'Origem não permitida',
    'Envie requisições com cookie de sessão somente a partir das páginas deste serviço.',
  ],
  not_found: [
    'Não encontrado',
    'Verifique o caminho e os ids nele; /openapi.json lista todos os caminhos.',
  ],
  job_not_found: [
    'Trabalho não encontrado',
    'Verifique o id do trabalho; uma chave de API só acessa os trabalhos do próprio integrador.',
  ],
  job_schedule_not_found: [
    'Agendamento não encontrado',
    'Verifique o id do agendamento; uma chave de API só acessa os agendamentos do próprio integrador.',
  ],
  site_check_not_found: [
    'Verificação não encontrada',
    'Verifique se o id da solicitação e o token de acesso correspondem.',
  ],
  report_not_found: [
    'Relatório não encontrado',
    'Tente novamente quando o trabalho estiver enviado ou concluído e existir a primeira versão do relatório.',
  ],
  report_version_not_found: [
    'Versão do relatório não encontrada',
    'Use um número de versão indicado em versions.',
  ],
  customer_not_found: ['Cliente não encontrado', 'Verifique o id da conta.'],
  invite_not_found: ['Convite não encontrado', 'Verifique o id do convite.'],
  share_link_not_found: [
    'Link de compartilhamento não encontrado',
    'Verifique o id do compartilhamento.',
  ],
  email_message_not_found: ['Mensagem não encontrada', 'Verifique o id da mensagem.'],
  mail_not_found: ['E-mail não encontrado', 'Verifique o id do e-mail.'],
  agent_state_not_found: [
    'Estado do agente não encontrado',
    'Verifique o nome e o escopo do agente; um estado só existe depois de salvo.',
  ],
  belief_not_found: ['Premissa não encontrada', 'Verifique o id da premissa.'],
  decision_not_found: ['Decisão não encontrada', 'Verifique o id da decisão.'],
  provider_not_found: ['Verificador não encontrado', 'Verifique o id do verificador.'],
  dispatch_run_not_found: ['Distribuição não encontrada', 'Verifique o id da distribuição.'],
  ticket_not_found: ['Ticket não encontrado', 'Verifique o id ou o código do ticket.'],
  experiment_not_found: ['Experimento não encontrado', 'Verifique o id do experimento.'],
  event_not_found: ['Evento não encontrado', 'Verifique o id do evento.'],
  webhook_endpoint_not_found: ['Endpoint de webhook não encontrado', 'Verifique o id do endpoint.'],
  webhook_delivery_not_found: ['Entrega de webhook não encontrada', 'Verifique o id da entrega.'],
  log_entry_not_found: [
    'Registro do log não encontrado',
    'Verifique o id e a versão do relatório; uma nova versão é incluída em segundos.',
  ],
  persisted_query_not_found: [
    'Consulta salva não encontrada',
    'Envie o documento uma vez junto com o hash; depois disso, basta o hash.',
  ],
  step_not_found: ['Etapa não encontrada', 'Use o step_name de uma das etapas do trabalho.'],
  method_not_allowed: ['Método não permitido', 'Use um método indicado no cabeçalho Allow.'],
  not_acceptable: ['Formato não disponível', 'Aceite o tipo de mídia indicado no detalhe.'],
  request_timeout: [
    'Tempo da requisição esgotado',
    'Envie a requisição novamente, sem interrupção.',
  ],
  nonce_conflict: ['Nonce já usado', 'Use um novo nonce; este foi usado com outro conteúdo.'],
  intake_conflict: [
    'Envio já usado',
    'Use um novo intake_submission_id; este foi usado com outro conteúdo.',
  ],
  idempotency_key_reused: [
    'Idempotency-Key já usado',
    'Use um novo Idempotency-Key; este foi usado em outra requisição.',
  ],
  idempotency_in_progress: [
    'Requisição em andamento',
    'Tente novamente após os segundos de Retry-After; a primeira requisição com este Idempotency-Key ainda está em andamento.',
  ],
  invalid_transition: [
    'Não é possível no estado atual',
    'Consulte o estado atual antes de tentar novamente.',
  ],
  report_not_ready: [
    'O relatório ainda não é possível',
    'Envie evidências válidas para as etapas obrigatórias indicadas no detalhe.',
  ],
  offer_not_available: ['Oferta não disponível', 'Escolha uma oferta cujo available seja true.'],
  offer_not_selected: ['Nenhuma oferta escolhida', 'Escolha primeiro uma oferta.'],
  quote_expired: [
    'Orçamento vencido',
    'Escolha uma oferta novamente; a verificação tem um novo orçamento.',
  ],
  already_paid: [
    'Já paga',
    'Continue com a verificação; não é possível pagar ou escolher novamente.',
  ],
  payment_not_required: [
    'Pagamento não necessário',
    'Continue sem sessão de pagamento; a oferta escolhida é gratuita.',
  ],
  session_closed: ['Sessão de pagamento encerrada', 'Crie uma nova sessão de pagamento.'],
  evidence_limit: [
    'Limite de evidências atingido',
    'Não envie mais evidências, a menos que o trabalho volte a ser executado; o limite está no detalhe.',
  ],
  answer_limit: [
    'Limite de respostas atingido',
    'Não altere mais esta resposta; o limite está no detalhe.',
  ],
  feedback_limit: [
    'Limite de avaliações atingido',
    'Não envie mais avaliações deste trabalho; o limite está no detalhe.',
  ],
  email_taken: ['E-mail já cadastrado', 'Entre na sua conta ou use outro e-mail.'],
  already_claimed: ['Já está em uma conta', 'Entre com a conta à qual esta verificação pertence.'],
  account_busy: ['Conta em uso', 'Aguarde o fim das verificações em request_ids ou cancele-as.'],
  invite_active: ['Convite ativo', 'Reenvie, reatribua ou revogue o convite ativo.'],
  invite_limit: [
    'Limite de convites atingido',
    'Use os convites existentes; o limite está no detalhe.',
  ],
  share_link_limit: [
    'Limite de links de compartilhamento atingido',
    'Use um link existente; o limite está no detalhe.',
  ],
  delivery_not_possible: [
    'Entrega não é possível',
    'Leia o relatório pela API; só é entregue o relatório de uma verificação.',
  ],
  delivery_limit: [
    'Limite de entregas atingido',
    'Não entregue mais esta versão; o limite está no detalhe.',
  ],
  report_withdrawn: ['Relatório anulado', 'Crie primeiro uma nova versão do relatório.'],
  alias_not_allowed: [
    'Alias não permitido',
    'Use um alias que send_aliases_by_actor da política de e-mail lista para o ator.',
  ],
  agent_not_allowed: [
    'Agente não permitido',
    'Atribua um agente listado em allowed_agents da mensagem.',
  ],
  human_review_required: [
    'Revisão humana necessária',
    'Peça primeiro a uma pessoa que retire a mensagem de human_review.',
  ],
  mail_not_configured: ['E-mail não configurado', 'Defina SMTP_URL e MAIL_FROM do serviço.'],
  revision_conflict: [
    'Estado desatualizado',
    'Consulte o estado atual e envie o updated_at dele como expected_updated_at.',
  ],
  already_superseded: ['Já substituída', 'Substitua a premissa mais recente da cadeia.'],
  belief_exists: ['A premissa já existe', 'Substitua a premissa indicada na dica.'],
  market_city_unknown: ['Cidade desconhecida', 'Use as chaves do catálogo.'],
  provider_busy: [
    'Verificador ocupado',
    'Apague o verificador depois que os trabalhos dele terminarem.',
  ],
  dispatch_running: [
    'Distribuição em andamento',
    'Aguarde a distribuição atual do trabalho ou cancele-a primeiro.',
  ],
  no_candidates: [
    'Sem candidatos',
    'Indique verificadores ou candidatos, ou cadastre um verificador que atenda o local.',
  ],
  offer_gone: [
    'Oferta não está mais disponível',
    'Aguarde outra oferta; esta foi respondida, retirada ou aceita por outro verificador.',
  ],
  scope_unknown: [
    'Escopo desconhecido',
    'Use global/default, uma cidade ou um serviço do catálogo.',
  ],
  ticket_code_taken: ['Código de ticket já usado', 'Envie outro ticket_code ou omita-o.'],
  lease_held: ['Ticket reservado', 'Aguarde o fim da reserva ou envie o worker que a detém.'],
  verification_incomplete: [
    'Validação incompleta',
    'Inclua a evidência ou o controle indicado no detalhe.',
  ],
  experiment_exists: ['O experimento já existe', 'Envie outro experiment_id.'],
  experiment_running: [
    'Experimento em andamento',
    'Encerre primeiro o experimento em andamento na mesma superfície, cidade e faixa.',
  ],
  forbidden_axis: [
    'Eixo proibido',
    'Omita o eixo indicado no detalhe; ele não está aberto a experimentos.',
  ],
  axis_not_supported: ['Eixo não suportado', 'Use os eixos e limites indicados no detalhe.'],
  acknowledgement_missing: [
    'Confirmação ausente',
    'Envie forbidden_mutation_acknowledged como true.',
  ],
  baseline_missing: [
    'Valores de referência ausentes',
    'Calcule primeiro os KPIs da semana passada.',
  ],
  push_off: [
    'As notificações estão desativadas',
    'Consulte o status; o operador não ativou as notificações.',
  ],
  push_limit: [
    'Limite de notificações atingido',
    'Desative primeiro as notificações em outro navegador.',
  ],
  job_schedule_limit: [
    'Limite de agendamentos atingido',
    'Cancele primeiro um agendamento; o limite está no detalhe.',
  ],
  webhook_limit: ['Limite de webhooks atingido', 'Exclua primeiro um endpoint.'],
  clock_limit: [
    'Limite do relógio atingido',
    'Use um novo integrador; o relógio dele começa na hora real.',
  ],
  sandbox_limit: [
    'Limite do ambiente de teste atingido',
    'Aguarde a exclusão de trabalhos de teste mais antigos.',
  ],
  log_size: [
    'Tamanho do log não atingido',
    'Use um tamanho de árvore até o do checkpoint mais recente.',
  ],
  media_unavailable: [
    'Arquivo não disponível',
    'Faça com que media_url retorne o arquivo com status 200 e dentro do limite de tamanho e tente novamente.',
  ],
  token_expired: ['Token expirado', 'Peça um novo link.'],
  erased: ['Apagado', 'Fale com o proprietário; o conteúdo foi apagado por privacidade.'],
  payload_too_large: ['Dados grandes demais', 'Envie menos bytes; o limite está no detalhe.'],
  uri_too_long: ['Endereço longo demais', 'Encurte a URL; o limite está no detalhe.'],
  unsupported_media_type: [
    'Tipo de mídia não suportado',
    'Envie o tipo de mídia indicado no detalhe, sem Content-Encoding.',
  ],
  range_not_satisfiable: [
    'Intervalo não disponível',
    'Peça um intervalo dentro do arquivo; Content-Range informa o tamanho.',
  ],
  rate_limited: ['Requisições demais', 'Tente novamente após os segundos de Retry-After.'],
  internal_error: ['Erro interno', 'Fale com o suporte e informe o request_id.'],
  unavailable: ['Serviço indisponível', 'Tente novamente após os segundos de Retry-After.'],
};
