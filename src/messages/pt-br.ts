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
  'mail.unsubscribe': 'Cancelar o recebimento de e-mails opcionais',
  'mail.open_request': 'Abrir a solicitação',
  'mail.set_password': 'Criar uma nova senha',
  'mail.reason_given': 'Motivo: {reason}',
  'mail.link_until': 'O link é válido até {time}.',
  'mail.report_due': 'Você receberá o relatório até {time}.',
  'mail.get_photo_link': 'O próximo passo é obter o link de fotos e abri-lo no local.',
  'mail.simulated': 'Este pagamento foi simulado. Nada foi cobrado.',
  'mail.to_requester':
    'Você está recebendo este e-mail porque seu endereço foi usado para solicitar uma verificação a {operator}.',
  'mail.to_account': 'Você está recebendo este e-mail porque tem uma conta em {operator}.',

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
    'Abra o link no navegador em que você criou a conta. Em qualquer outro navegador, você terá de escolher uma nova senha, e todas as outras sessões serão encerradas.',
  'mail.confirm_email.why':
    'Você está recebendo este e-mail porque uma conta foi criada com este endereço. Se não foi você, ignore esta mensagem: o endereço continuará sem confirmação.',

  'mail.password_reset.body': 'Uma nova senha foi solicitada para sua conta em {operator}.',
  'mail.password_reset.once': 'O link funciona uma única vez, até {time}.',
  'mail.password_reset.why':
    'Você está recebendo este e-mail porque alguém informou seu endereço para redefinir uma senha. Se não foi você, ignore esta mensagem: sua senha continua a mesma.',

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
  'mail.request_received.pay': 'Pague sua oferta para começar.',
  'mail.request_received.sending': 'Vamos enviar alguém ao local.',
  'mail.request_received.other': 'Abra sua solicitação para acompanhar o andamento.',
  'mail.request_received.keep':
    'Guarde este e-mail. O link abre sua solicitação em qualquer dispositivo. Quem tiver o link pode ver a solicitação e pagar por ela.',
  'mail.request_received.sign_in': 'O link abre sua solicitação depois que você entra na conta.',
  'mail.request_received.why':
    'Você está recebendo este e-mail porque seu endereço foi usado para solicitar uma verificação a {operator}. Se não foi você, ignore esta mensagem.',

  'mail.quote_expiring.subject': 'Os preços expiram em breve: {objective}',
  'mail.quote_expiring.heading': 'Seus preços expiram em breve',
  'mail.quote_expiring.body':
    'Os preços são válidos até {time}. Para garanti-los, escolha uma oferta antes disso. Depois, você receberá novos preços.',

  'mail.payment_received.subject': 'Pagamento recebido: {objective}',
  'mail.payment_received.heading': 'Recebemos seu pagamento',
  'mail.payment_received.closed':
    'A verificação foi encerrada antes de seu pagamento chegar. Por isso, ele está sendo reembolsado.',
  'mail.payment_received.sending':
    'Vamos enviar alguém ao local. Você receberá o relatório por e-mail.',
  'mail.payment_received.sending_due':
    'Vamos enviar alguém ao local. Você receberá o relatório por e-mail até {time}.',

  'mail.payment_refunded.subject': 'Pagamento reembolsado: {objective}',
  'mail.payment_refunded.heading': 'Seu pagamento foi reembolsado',
  'mail.payment_refunded.body':
    'Reembolsamos {amount} na sua forma de pagamento. Seu banco pode levar alguns dias para mostrar o valor.',

  'mail.verifier_on_way.subject': 'Um verificador está a caminho: {objective}',
  'mail.verifier_on_way.heading': 'Um verificador está a caminho',
  'mail.verifier_on_way.body': 'Um verificador aceitou o trabalho e vai tirar as fotos no local.',

  'mail.photos_received.subject': 'Todas as fotos chegaram: {objective}',
  'mail.photos_received.heading': 'Todas as fotos chegaram',
  'mail.photos_received.body': 'Estamos analisando as fotos. Você receberá o relatório por e-mail.',

  'mail.report_delivered.subject': 'Seu relatório: {objective}',
  'mail.report_delivered.subject_answer': '{answer}: {question}',
  'mail.report_delivered.heading': 'Seu relatório está pronto',
  'mail.report_delivered.heading_new': 'Seu relatório tem uma nova versão',
  'mail.report_delivered.ready': 'Seu relatório está pronto.',
  'mail.report_delivered.ready_new': 'Seu relatório tem uma nova versão.',
  'mail.report_delivered.changed': 'O que mudou: {summary}',
  'mail.report_delivered.version': '{version}, criada em {time}',
  'mail.report_delivered.action': 'Ler o relatório',
  'mail.report_delivered.link': 'Quem tiver o link pode ler o relatório até {time}.',
  'mail.report_in_english': 'O relatório está em inglês e diz o seguinte:',

  'mail.report_withdrawn.subject': 'Relatório retirado: {objective}',
  'mail.report_withdrawn.heading': 'Um relatório foi retirado',
  'mail.report_withdrawn.body':
    'A versão {version} do seu relatório foi retirada em {time}. Não se baseie mais nela.',
  'mail.report_withdrawn.none': 'No momento, não há outra versão.',
  'mail.report_withdrawn.current': 'A versão atual é a {version}.',
  'mail.report_withdrawn.see': 'Ver a versão retirada',
  'mail.report_withdrawn.read': 'Ler a versão {version}',

  'mail.request_closed.subject_cancelled': 'Verificação cancelada: {objective}',
  'mail.request_closed.subject_expired': 'Verificação expirada: {objective}',
  'mail.request_closed.cancelled': 'Sua verificação foi cancelada',
  'mail.request_closed.expired': 'Sua verificação expirou',
  'mail.request_closed.not_charged': 'Nada foi cobrado de você.',
  'mail.request_closed.refunded': 'Seu pagamento de {amount} foi reembolsado.',
  'mail.request_closed.refunding':
    'Seu pagamento de {amount} está sendo reembolsado. Avisaremos por e-mail quando isso for concluído.',

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
    'Abra o link no celular quando estiver no local. O celular vai pedir sua localização, porque o relatório informa onde cada foto foi tirada.',
  'mail.capture_invite.link': 'O link é só para você e vale até {time}.',
  'mail.capture_invite.why':
    'Você está recebendo este e-mail porque {sender} informou seu endereço a {operator} para esse fim. Se você não sabe quem é, ignore esta mensagem.',
  'mail.capture_invite.why_customer':
    'Você está recebendo este e-mail porque um cliente informou seu endereço a {operator} para esse fim. Se você não sabe quem é, ignore esta mensagem.',

  'mail.invite_expired.subject': 'Link de fotos expirado: {objective}',
  'mail.invite_expired.heading': 'Um link de fotos expirou',
  'mail.invite_expired.own':
    'Seu link de fotos expirou em {time}, antes que qualquer foto chegasse.',
  'mail.invite_expired.sent':
    'O link de fotos enviado a {name} expirou em {time}, antes que qualquer foto chegasse.',
  'mail.invite_expired.next':
    'A verificação está parada. Envie o link de novo, passe-o a outra pessoa ou tire as fotos você mesmo.',

  'mail.dispatch_offer.title': 'Novo trabalho',
  'mail.dispatch_offer.title_near': 'Novo trabalho perto de {city}',
  'mail.dispatch_offer.body':
    '{operator} oferece um trabalho a você: ir a um local e mostrar com o celular como ele está.',
  'mail.dispatch_offer.work':
    '{photos, plural, one {# foto} many {# de fotos} other {# fotos}}, {questions, plural, one {# pergunta} many {# de perguntas} other {# perguntas}}, cerca de {minutes, plural, one {# minuto} many {# de minutos} other {# minutos}}',
  'mail.dispatch_offer.action': 'Ver a oferta',
  'mail.dispatch_offer.first':
    'A oferta pode ser enviada a vários verificadores. O primeiro a aceitar fica com o trabalho, recebe o endereço e tem {hours, plural, one {# hora} many {# de horas} other {# horas}} para concluí-lo.',
  'mail.dispatch_offer.why':
    'Você está recebendo este e-mail porque {operator} tem seu endereço para oferecer trabalhos.',

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
