import type { Translated } from '../create-translator.js';
import type { ContentEnglish } from './en.js';

/** Messages in Brazilian Portuguese of what the service writes into a report. */
export const ptBR: Translated<ContentEnglish> = {
  'content.verdict.incomplete': 'Evidências incompletas',
  'content.verdict.verified': 'Local e horário verificados',
  'content.verdict.time_only': 'Horário verificado, local não verificado',
  'content.verdict.place_only': 'Local verificado, horário não verificado',
  'content.verdict.unverified': 'Local e horário não verificados',
  'content.verdict.by_verifier': 'Respondido no local',
  'content.verdict.by_requester': 'Respondido pelo solicitante',
  'content.verdict.by_invitee': 'Respondido por uma pessoa convidada',
  'content.verdict.by_integrator': 'Respondido por quem contratou a verificação',
  'content.verdict.by_reviewer': 'Respondido por um revisor',
  'content.verdict.corrected': 'Corrigido por um revisor',
  'content.verdict.confirmed': 'Confirmado por um revisor',
  'content.verdict.submitted': 'Ainda não revisado',
  'content.verdict.disputed': 'Contestado pelo solicitante',
  'content.verdict.other': 'Situação do trabalho: {status}',
  'content.verdict.withdrawn': 'Retirado',

  'content.party.verifier': 'verificador no local',
  'content.party.requester': 'solicitante',
  'content.party.invitee': 'pessoa convidada pelo solicitante',
  'content.party.integrator': 'quem contratou a verificação',
  'content.party.reviewer': 'revisor',
  'content.source.provider': 'verificador com link do trabalho',
  'content.source.self_service': 'solicitante ou pessoa convidada',
  'content.source.integrator': 'quem contratou o trabalho',
  'content.source.simulated': 'verificador simulado do ambiente de teste',

  'content.title': 'Relatório de visita',
  'content.title_of': 'Relatório de visita: {service}',
  'content.title_test': 'AMBIENTE DE TESTE: {title}',
  'content.sandbox': 'Ambiente de teste: ninguém visitou o local.',

  'content.answer.none': 'Sem resposta',
  'content.answer.yes': 'Sim',
  'content.answer.no': 'Não',
  'content.answer.cannot_tell': 'Não dá para saber',
  'content.local_time': '{local}, horário local ({utc} UTC)',
  'content.sentence': '{text}.',
  'content.unprinted': '[texto: veja o relatório]',
  'content.pair': '{first}, {second}',

  'content.checks.none': 'Nenhuma checagem foi feita',
  'content.checks.all':
    '{count, plural, one {# checagem aprovada} many {# checagens, todas aprovadas} other {# checagens, todas aprovadas}}',
  'content.checks.some': 'Checagens aprovadas: {passed, number} de {count, number}',
  'content.checks.failed':
    '{count, plural, one {# reprovada} many {# reprovadas} other {# reprovadas}}',
  'content.checks.warnings': '{count, plural, one {# alerta} many {# alertas} other {# alertas}}',
  'content.checks.not_run':
    '{count, plural, one {# não feita} many {# não feitas} other {# não feitas}}',

  'content.status.submitted': 'entregue',
  'content.status.completed': 'concluído',
  'content.status.disputed': 'contestado',

  'content.summary.submitted': 'As evidências estão completas, mas ainda não confirmadas.',
  'content.summary.completed': 'A verificação foi concluída.',
  'content.summary.disputed': 'O solicitante contesta o resultado.',
  'content.summary.other': 'Situação do trabalho: {status}.',
  'content.summary.steps':
    'Etapas obrigatórias mostradas por evidências aprovadas: {passed, number} de {count, number}.',
  'content.summary.items':
    'Evidências recebidas: {count, number}; aprovadas: {passed, number}; reprovadas: {failed, number}.',
  'content.summary.at': 'As evidências aprovadas foram capturadas em {time}.',
  'content.summary.between': 'As evidências aprovadas foram capturadas entre {first} e {last}.',
  'content.summary.near_at':
    'As evidências aprovadas foram capturadas a {distance} do endereço, em {time}.',
  'content.summary.near_between':
    'As evidências aprovadas foram capturadas a {distance} do endereço, entre {first} e {last}.',
  'content.summary.range_at':
    'As evidências aprovadas foram capturadas a uma distância de {nearest} a {farthest} do endereço, em {time}.',
  'content.summary.range_between':
    'As evidências aprovadas foram capturadas a uma distância de {nearest} a {farthest} do endereço, entre {first} e {last}.',
  'content.summary.by_hand_all': 'Localizações digitadas à mão: todas.',
  'content.summary.by_hand': 'Localizações digitadas à mão: {count, number} de {total, number}.',
  'content.summary.self_all':
    'Capturadas pelo solicitante ou por uma pessoa indicada por ele: todas.',
  'content.summary.self':
    'Capturadas pelo solicitante ou por uma pessoa indicada por ele: {count, number} de {total, number}.',
  'content.summary.judge': 'Cabe ao leitor avaliar o que as imagens mostram.',

  'content.change.withdrawn': 'A versão {version, number} foi anulada.',
  'content.change.accepted': 'O solicitante aceitou o resultado.',
  'content.change.needs_more': 'O solicitante pediu mais evidências.',
  'content.change.disputed': 'O solicitante contestou o resultado.',
  'content.change.status': 'A situação passou de “{before}” para “{after}”.',
  'content.change.added': 'Evidências adicionadas: {count, number}.',
  'content.change.removed': 'Evidências removidas: {count, number}.',
  'content.change.steps': 'Etapas alteradas: {steps}.',
  'content.change.answers': 'Respostas alteradas: {questions}.',
  'content.change.members': 'Também mudou: {members}.',
  'content.change.nothing': 'Nada mudou no relatório desde a versão {version, number}.',
  'content.member.summary': 'resumo',
  'content.member.limitations': 'limitações',
  'content.member.completed_at': 'horário de conclusão',

  'content.limit.test': 'Ninguém foi ao local: estas evidências foram geradas.',
  'content.limit.declared':
    'As localizações e os horários de captura são os declarados pelo aparelho. As checagens os comparam com o trabalho, o horário de recebimento e o próprio arquivo; não podem excluir um aparelho configurado para declarar valores falsos.',
  'content.limit.moment':
    'As evidências mostram o local no momento da captura. Nada dizem sobre antes ou depois.',
  'content.limit.picture':
    'As checagens automáticas avaliam localização, horário e arquivo. Não avaliam o que uma imagem mostra.',
  'content.limit.signature':
    'A assinatura prova que este relatório foi emitido pelo serviço e não foi alterado desde então. Não prova que seja autêntico o que as evidências mostram.',
  'content.limit.no_position':
    'A localização indicada no trabalho não é válida: a distância de {count, number} das {total, number} evidências aprovadas não pôde ser checada.',
  'content.limit.far':
    'Capturadas mais longe do endereço do que conta como estar no local: {count, number} das {total, number} evidências aprovadas.',
  'content.limit.late':
    'Recebidas mais de {hours, number} horas após a captura: {count, number} das {total, number} evidências aprovadas. Houve mais tempo que o normal para alterá-las.',
  'content.limit.no_hash':
    'O remetente não declarou o hash de {count, number} das {total, number} evidências aprovadas; o deste relatório foi calculado no recebimento e nada diz sobre mudanças no caminho.',
  'content.limit.duplicate':
    'Arquivo já aprovado neste trabalho, ou enviado a outro e não aceito: {count, number} das {total, number} evidências aprovadas.',
  'content.limit.similar':
    'Parecidas com uma imagem enviada para outro trabalho: {count, number} das {total, number} evidências aprovadas.',
  'content.limit.no_nonce':
    'Recebidas sem código de uso único: {count, number} das {total, number} evidências aprovadas. Só a comparação dos bytes mostra que não foram enviadas antes.',
  'content.limit.no_exif':
    'Os arquivos de {count, number} das {total, number} evidências aprovadas não trazem horário nem localização próprios para comparar com o declarado.',
  'content.limit.no_exif_other':
    'Os arquivos de {count, number} das {total, number} evidências aprovadas não informam horário nem localização utilizáveis: nada foi comparado com o declarado.',
  'content.limit.exif':
    'Os arquivos de {count, number} das {total, number} evidências aprovadas informam um horário ou localização que não bate com os outros valores; nenhum deles é decisivo.',
  'content.limit.not_decoded':
    'Por um erro interno, o serviço não conseguiu ler por completo {count, number} das {total, number} evidências aprovadas: não se sabe se estão completas.',
  'content.limit.no_credentials':
    'As imagens de {count, number} das {total, number} evidências aprovadas não têm Content Credentials: nenhuma câmera responde por elas.',
  'content.limit.credentials_not_read':
    'As Content Credentials de {count, number} das {total, number} evidências aprovadas têm uma forma que o serviço não lê: aqui não garantem nada.',
  'content.limit.signer_not_judged':
    'As Content Credentials de {count, number} das {total, number} evidências aprovadas são de signatários que o serviço não avalia.',
  'content.limit.signer_not_listed':
    'As Content Credentials de {count, number} das {total, number} evidências aprovadas são de um signatário fora da lista do serviço.',
  'content.limit.not_captured':
    'As Content Credentials de {count, number} das {total, number} evidências aprovadas não mostram uma captura de câmera sem alterações.',
  'content.limit.unshown':
    'Evidências aprovadas em um formato que o relatório impresso não consegue mostrar: {count, number}. Só constam o tipo e o hash.',
  'content.limit.failed':
    'Evidências reprovadas em pelo menos uma checagem: {count, number}. Constam para o relatório ficar completo e não sustentam nada.',
  'content.limit.by_hand':
    'As localizações de {count, number} das {total, number} evidências aprovadas foram digitadas à mão porque o aparelho não forneceu nenhuma; nada mostra que foram capturadas ali.',
  'content.limit.self':
    'Enviadas pelo solicitante ou por uma pessoa indicada por ele, não por um verificador independente: {count, number} das {total, number} evidências aprovadas.',
  'content.limit.integrator':
    'Enviadas por quem contratou o trabalho, não por um verificador independente: {count, number} das {total, number} evidências aprovadas.',
  'content.limit.step_required': '“{step}” (obrigatória)',
  'content.limit.step_optional': '“{step}” (opcional)',
  'content.limit.steps':
    '{count, plural, one {Nenhuma evidência aprovada mostra a etapa {steps}.} many {Nenhuma evidência aprovada mostra as etapas {steps}.} other {Nenhuma evidência aprovada mostra as etapas {steps}.}}',
  'content.limit.submitted': 'As evidências desta versão ainda não foram confirmadas.',
  'content.limit.disputed':
    'O solicitante contesta o resultado; a contestação estava aberta quando esta versão foi criada.',
  'content.limit.no_verdict':
    'O solicitante ainda não tinha dado sua avaliação quando esta versão foi criada.',
  'content.limit.no_timestamp':
    'Nenhuma autoridade externa ao serviço confirmou quando este relatório foi feito: seus horários são os do serviço.',

  'content.check.geofence_pass': 'A localização declarada está perto o bastante do endereço.',
  'content.check.geofence_warn':
    'A localização declarada está mais longe do endereço que o esperado.',
  'content.check.geofence_fail': 'A localização declarada está longe demais do endereço.',
  'content.check.geofence_not_run': 'O trabalho não tem uma localização válida.',
  'content.check.capture_time_pass':
    'O horário de captura declarado está dentro do prazo do trabalho.',
  'content.check.capture_time_fail':
    'O horário de captura declarado está fora do prazo do trabalho.',
  'content.check.freshness_pass':
    'O arquivo foi recebido logo após o horário de captura declarado.',
  'content.check.freshness_warn':
    'O arquivo foi recebido muito depois do horário de captura declarado.',
  'content.check.hash_pass': 'O arquivo tem o SHA-256 declarado.',
  'content.check.hash_fail': 'O arquivo ou o SHA-256 declarado mudou no caminho.',
  'content.check.hash_not_run': 'Nenhum hash foi declarado.',
  'content.check.duplicate_pass': 'O arquivo ainda não tinha sido aceito em nenhum trabalho.',
  'content.check.duplicate_warn': 'Um arquivo com o mesmo SHA-256 já foi enviado.',
  'content.check.duplicate_fail': 'Um arquivo com o mesmo SHA-256 foi aceito em outro trabalho.',
  'content.check.duplicate_not_run': 'O arquivo não pôde ser lido e não foi comparado com outros.',
  'content.check.similar_pass': 'Nenhuma imagem parecida foi enviada a outro trabalho.',
  'content.check.similar_warn':
    'A imagem se parece com uma enviada a outro trabalho. Fotos do mesmo local podem ser parecidas.',
  'content.check.similar_not_run': 'O arquivo não pôde ser comparado com outras imagens.',
  'content.check.nonce_pass': 'O código de uso único é novo.',
  'content.check.nonce_fail': 'O código de uso único já tinha sido usado.',
  'content.check.nonce_not_run': 'Nenhum código de uso único foi informado.',
  'content.check.media_pass': 'O arquivo pode ser lido e é do tipo indicado.',
  'content.check.media_warn': 'O arquivo é menor que o esperado ou não pôde ser lido por completo.',
  'content.check.media_fail':
    'O arquivo não pode ser lido ou não é foto, vídeo ou PDF do tipo declarado.',
  'content.check.exif_pass':
    'O horário ou a localização no arquivo bate com os valores declarados.',
  'content.check.exif_warn':
    'O horário ou a localização no arquivo não bate com os outros valores; nenhum deles é decisivo.',
  'content.check.exif_fail':
    'O horário ou a localização no arquivo contradiz os valores declarados.',
  'content.check.exif_not_run':
    'O arquivo não informa horário nem localização que se possa comparar.',
  'content.check.provenance_pass':
    'Uma câmera assinou o arquivo na captura, e ele não mudou desde então.',
  'content.check.provenance_warn':
    'As Content Credentials não mostram uma captura intacta de uma câmera listada.',
  'content.check.provenance_fail': 'O arquivo foi alterado depois de assinado.',
  'content.check.provenance_not_run':
    'O arquivo não tem Content Credentials que o serviço consiga ler.',

  'content.value.accurate': '{distance} (precisão de {accuracy})',
  'content.value.distance_limits': 'aprovado ≤ {pass}, alerta ≤ {warn}',
  'content.value.period': '{from} a {to}',
  'content.value.never_elsewhere': 'nunca aceito em outro trabalho',
  'content.value.elsewhere': 'aceito em outro trabalho',
  'content.value.passed_here': 'já aprovado neste trabalho',
  'content.value.never_seen': 'nunca visto',
  'content.value.seen_here': 'visto neste trabalho, não aprovado',
  'content.value.jobs_tried': 'trabalhos tentados: {count}',
  'content.value.not_used': 'não usado antes',
  'content.value.unused': 'não usado',
  'content.value.used': 'já usado',
  'content.value.none_alike': 'nenhuma parecida',
  'content.value.bits_limit':
    'alerta: ≤ {hash} de {hash_bits} e ≤ {blocks} de {block_bits} bits diferentes',
  'content.value.bits': '{hash} de {hash_bits}, {blocks} de {block_bits} bits diferentes',
  'content.value.no_bytes': '0 byte',
  'content.value.unknown_type': 'tipo desconhecido',
  'content.value.not_decoded': '{type}, não lido',
  'content.value.undecodable': '{type}, ilegível',
  'content.value.pages': '{type}, páginas: {pages}',
  'content.value.picture_limit':
    '{type}, lido por completo em {seconds} s, ≤ {pixels} megapixels, ≤ {scans} varreduras ou quadros; alerta < {side} px',
  'content.value.video_limit':
    '{type}, uma faixa com duração e primeira amostra, todos os dados no arquivo',
  'content.value.document_limit': '{type}, páginas contadas em {seconds} s',
  'content.value.any_limit': 'uma imagem, vídeo ou PDF lido por completo em {seconds} s',
  'content.value.time_apart': 'horário: diferença de {time}',
  'content.value.position_apart': 'localização: diferença de {distance}',
  'content.value.both_apart': 'horário: diferença de {time}, localização: diferença de {distance}',
  'content.value.exif_limit': 'horário a até {time} e localização a até {distance} do declarado',
  'content.value.exif_limit_accuracy':
    'horário a até {time} e localização a até {distance} do declarado, mais sua precisão',
  'content.value.credentials': 'assinado na captura, nenhum pixel alterado desde então',
  'content.value.credentials_listed':
    'assinado na captura por signatário da lista, nenhum pixel alterado desde então',
  'content.value.not_read': 'não lido',
  'content.value.not_confirmed': 'não confirmado',
  'content.value.changed': 'alterado após a assinatura',
  'content.value.captured': 'capturado',
  'content.value.generated': 'gerado',
  'content.value.edited': 'editado',
  'content.value.origin_unknown': 'origem desconhecida',
  'content.value.signer_not_judged': 'signatário não avaliado',
  'content.value.signer_listed': 'signatário na lista',
  'content.value.signer_not_listed': 'signatário fora da lista',
};
