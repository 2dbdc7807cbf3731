import type { Messages } from './en.js';

/** The messages in Brazilian Portuguese. */
export const ptBR: Messages = {
  'mail.service_name': 'Serviço de verificação',
  'mail.fact': '{label}: {value}',
  'mail.action': '{label}:\n{url}',
  'mail.link_removed': '[link removido]',
  'mail.utc': '{time} UTC',
  'mail.local_time': '{local}, hora local ({utc} UTC)',
  'mail.ask': 'Fazer uma pergunta',
  'mail.unsubscribe': 'Deixar de receber e-mails opcionais',
  'mail.open_request': 'Abrir a solicitação',
  'mail.set_password': 'Criar uma nova senha',
  'mail.reason_given': 'Motivo: {reason}',
  'mail.link_until': 'O link é válido até {time}.',
  'mail.report_due': 'Você receberá o relatório até {time}.',
  'mail.get_photo_link': 'O próximo passo é obter o link de fotos e abri-lo no local.',
  'mail.simulated': 'Este pagamento foi simulado. Nenhum valor foi cobrado.',
  'mail.to_requester':
    'Você está recebendo esta mensagem porque seu e-mail foi usado para solicitar uma verificação a {operator}.',
  'mail.to_account': 'Você está recebendo esta mensagem porque tem uma conta em {operator}.',

  'mail.fact.what': 'Pergunta',
  'mail.fact.where': 'Local',
  'mail.fact.offer': 'Oferta',
  'mail.fact.amount': 'Valor',
  'mail.fact.paid': 'Pago em',
  'mail.fact.refunded': 'Reembolsado em',
  'mail.fact.version': 'Versão',
  'mail.fact.photos': 'Fotos',
  'mail.fact.question': 'Pergunta',
  'mail.fact.more_questions': 'Outras perguntas',
  'mail.fact.work': 'Tarefas',
  'mail.fact.pay': 'Remuneração',
  'mail.fact.city': 'Cidade',
  'mail.fact.distance': 'Distância',
  'mail.fact.accept_by': 'Aceitar até',

  'mail.confirm_email.title': 'Confirme seu endereço de e-mail',
  'mail.confirm_email.body':
    'Uma conta em {operator} foi criada com este endereço. Confirme que ele é seu.',
  'mail.confirm_email.action': 'Confirmar endereço de e-mail',
  'mail.confirm_email.browser':
    'Abra o link no navegador em que você criou a conta. Se usar outro navegador, você terá de criar uma nova senha, e todas as outras sessões serão encerradas.',
  'mail.confirm_email.why':
    'Você está recebendo esta mensagem porque uma conta foi criada com este endereço. Se não foi você, basta ignorá-la: o endereço continuará sem confirmação.',

  'mail.password_reset.body': 'Uma nova senha foi solicitada para sua conta em {operator}.',
  'mail.password_reset.once': 'O link é de uso único e vale até {time}.',
  'mail.password_reset.why':
    'Você está recebendo esta mensagem porque alguém informou este endereço para redefinir uma senha. Se não foi você, basta ignorá-la: sua senha continua a mesma.',

  'mail.password_changed.title': 'Sua senha foi alterada',
  'mail.password_changed.body':
    'A senha da sua conta em {operator} foi alterada em {time}. Todas as outras sessões foram encerradas.',
  'mail.password_changed.next':
    'Se foi você, não é preciso fazer nada. Caso contrário, crie uma nova senha agora.',

  'mail.request_received.subject': 'Sua solicitação: {objective}',
  'mail.request_received.heading': 'Recebemos sua solicitação',
  'mail.request_received.quoted':
    'Escolha uma oferta para começar. Os preços são válidos até {time}.',
  'mail.request_received.choose': 'Escolha uma oferta para começar.',
  'mail.request_received.unserviceable':
    'No momento, não podemos verificar este local. Você não precisa pagar nada.',
  'mail.request_received.pay': 'Para começar, faça o pagamento da oferta.',
  'mail.request_received.sending': 'Vamos enviar alguém ao local.',
  'mail.request_received.other': 'Abra sua solicitação para acompanhar o andamento.',
  'mail.request_received.keep':
    'Guarde este e-mail. Com o link, você abre sua solicitação em qualquer dispositivo. Quem tiver o link pode ver a solicitação e fazer o pagamento.',
  'mail.request_received.sign_in': 'Para abrir sua solicitação pelo link, entre na sua conta.',
  'mail.request_received.why':
    'Você está recebendo esta mensagem porque seu e-mail foi usado para solicitar uma verificação a {operator}. Se não foi você, basta ignorá-la.',

  'mail.quote_expiring.subject': 'Os preços expiram em breve: {objective}',
  'mail.quote_expiring.heading': 'Os preços expiram em breve',
  'mail.quote_expiring.body':
    'Os preços são válidos até {time}. Para garanti-los, escolha uma oferta antes disso. Depois, você receberá novos preços.',

  'mail.payment_received.subject': 'Pagamento recebido: {objective}',
  'mail.payment_received.heading': 'Recebemos seu pagamento',
  'mail.payment_received.closed':
    'A verificação foi encerrada antes da chegada do seu pagamento. Por isso, o valor está sendo reembolsado.',
  'mail.payment_received.sending':
    'Vamos enviar alguém ao local. Você receberá o relatório por e-mail.',
  'mail.payment_received.sending_due':
    'Vamos enviar alguém ao local. Você receberá o relatório por e-mail até {time}.',

  'mail.payment_refunded.subject': 'Pagamento reembolsado: {objective}',
  'mail.payment_refunded.heading': 'Seu pagamento foi reembolsado',
  'mail.payment_refunded.body':
    'Reembolsamos {amount} na forma de pagamento que você usou. Dependendo do banco, o valor pode levar alguns dias para aparecer.',

  'mail.verifier_on_way.subject': 'Um verificador está a caminho: {objective}',
  'mail.verifier_on_way.heading': 'Um verificador está a caminho',
  'mail.verifier_on_way.body': 'Um verificador aceitou o trabalho e vai tirar as fotos no local.',

  'mail.photos_received.subject': 'Recebemos todas as fotos: {objective}',
  'mail.photos_received.heading': 'Recebemos todas as fotos',
  'mail.photos_received.body': 'Estamos analisando as fotos. Você receberá o relatório por e-mail.',

  'mail.report_delivered.subject': 'Seu relatório: {objective}',
  'mail.report_delivered.subject_answer': '{answer}: {question}',
  'mail.report_delivered.heading': 'Seu relatório está pronto',
  'mail.report_delivered.heading_new': 'Há uma nova versão do seu relatório',
  'mail.report_delivered.ready': 'Seu relatório está pronto.',
  'mail.report_delivered.ready_new': 'Há uma nova versão do seu relatório.',
  'mail.report_delivered.changed': 'O que mudou: {summary}',
  'mail.report_delivered.version': '{version}, criada em {time}',
  'mail.report_delivered.action': 'Ler o relatório',
  'mail.report_delivered.link': 'Quem tiver o link pode ler o relatório até {time}.',

  'mail.report_withdrawn.subject': 'Relatório anulado: {objective}',
  'mail.report_withdrawn.heading': 'Um relatório foi anulado',
  'mail.report_withdrawn.body':
    'A versão {version} do seu relatório foi anulada em {time}. Não se baseie mais nela.',
  'mail.report_withdrawn.none': 'No momento, não há outra versão.',
  'mail.report_withdrawn.current': 'A versão atual é a {version}.',
  'mail.report_withdrawn.see': 'Ver a versão anulada',
  'mail.report_withdrawn.read': 'Ler a versão {version}',

  'mail.request_closed.subject_cancelled': 'Verificação cancelada: {objective}',
  'mail.request_closed.subject_expired': 'Verificação expirada: {objective}',
  'mail.request_closed.cancelled': 'Sua verificação foi cancelada',
  'mail.request_closed.expired': 'Sua verificação expirou',
  'mail.request_closed.not_charged': 'Nenhum valor foi cobrado.',
  'mail.request_closed.refunded': 'Seu pagamento de {amount} foi reembolsado.',
  'mail.request_closed.refunding':
    'Seu pagamento de {amount} está sendo reembolsado. Avisaremos por e-mail quando o reembolso for concluído.',

  'mail.capture_invite.subject': '{sender} pede que você tire fotos de um local',
  'mail.capture_invite.subject_customer':
    'Um cliente de {operator} pede que você tire fotos de um local',
  'mail.capture_invite.heading': 'Você pode tirar fotos de um local?',
  'mail.capture_invite.body':
    '{sender} pede que você mostre com o celular como está este local. Leva só alguns minutos.',
  'mail.capture_invite.body_customer':
    'Um cliente de {operator} pede que você mostre com o celular como está este local. Leva só alguns minutos.',
  'mail.capture_invite.photos': '{photos, number}',
  'mail.capture_invite.action': 'Tirar as fotos',
  'mail.capture_invite.position':
    'Abra o link no celular quando estiver no local. O celular vai pedir acesso à sua localização, porque o relatório informa onde cada foto foi tirada.',
  'mail.capture_invite.link': 'O link é só para você e vale até {time}.',
  'mail.capture_invite.why':
    'Você está recebendo esta mensagem porque {sender} informou o seu e-mail a {operator} para esse fim. Se você não sabe quem é, ignore esta mensagem.',
  'mail.capture_invite.why_customer':
    'Você está recebendo esta mensagem porque um cliente informou o seu e-mail a {operator} para esse fim. Se você não sabe quem é, ignore esta mensagem.',

  'mail.invite_expired.subject': 'Link de fotos expirado: {objective}',
  'mail.invite_expired.heading': 'Um link de fotos expirou',
  'mail.invite_expired.own': 'Seu link de fotos expirou em {time} sem que nenhuma foto chegasse.',
  'mail.invite_expired.sent':
    'O link de fotos enviado a {name} expirou em {time} sem que nenhuma foto chegasse.',
  'mail.invite_expired.next':
    'A verificação continua pendente. Envie o link de novo, passe-o a outra pessoa ou tire as fotos por conta própria.',

  'mail.dispatch_offer.title': 'Novo trabalho',
  'mail.dispatch_offer.title_near': 'Novo trabalho perto de {city}',
  'mail.dispatch_offer.body':
    '{operator} tem um trabalho para você: ir a um local e mostrar com o celular como ele está.',
  'mail.dispatch_offer.work':
    '{photos, plural, one {# foto} many {# de fotos} other {# fotos}}, {questions, plural, one {# pergunta} many {# de perguntas} other {# perguntas}}, cerca de {minutes, plural, one {# minuto} many {# de minutos} other {# minutos}}',
  'mail.dispatch_offer.action': 'Ver a oferta',
  'mail.dispatch_offer.first':
    'A oferta pode ser enviada a vários verificadores. O primeiro a aceitar fica com o trabalho, recebe o endereço e tem {hours, plural, one {# hora} many {# de horas} other {# horas}} para concluí-lo.',
  'mail.dispatch_offer.why':
    'Você está recebendo esta mensagem porque {operator} tem seu e-mail para lhe oferecer trabalhos.',

  'sms.capture_invite':
    '{sender} pede fotos de um local: {url} O link vale até {time}. Para deixar de receber mensagens, responda STOP.',
  'sms.capture_invite.customer':
    'Um cliente de {operator} pede fotos de um local: {url} O link vale até {time}. Para deixar de receber mensagens, responda STOP.',
  'sms.capture_invite.anonymous':
    'Um cliente pede fotos de um local: {url} O link vale até {time}. Para deixar de receber mensagens, responda STOP.',
  'sms.dispatch_offer':
    '{operator} oferece um trabalho: {url} Aceite até {time}. Para deixar de receber mensagens, responda STOP.',
  'sms.dispatch_offer.near':
    '{operator} oferece um trabalho perto de {city}: {url} Aceite até {time}. Para deixar de receber mensagens, responda STOP.',
  'sms.dispatch_offer.anonymous':
    'Novo trabalho: {url} Aceite até {time}. Para deixar de receber mensagens, responda STOP.',
  'sms.dispatch_offer.anonymous_near':
    'Novo trabalho perto de {city}: {url} Aceite até {time}. Para deixar de receber mensagens, responda STOP.',
};
