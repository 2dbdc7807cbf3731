import type { Translated } from '../create-translator.js';
import type { ContentEnglish } from './en.js';

/** Messages in Japanese of what the service writes into a report. */
export const ja: Translated<ContentEnglish> = {
  'content.verdict.incomplete': '証拠が不足しています',
  'content.verdict.verified': '場所と時刻を確認済み',
  'content.verdict.time_only': '時刻は確認済み、場所は未確認',
  'content.verdict.place_only': '場所は確認済み、時刻は未確認',
  'content.verdict.unverified': '場所と時刻は未確認',
  'content.verdict.by_verifier': '現地で回答',
  'content.verdict.by_requester': '依頼者が回答',
  'content.verdict.by_invitee': '依頼者が招待した人が回答',
  'content.verdict.by_integrator': '現地確認の発注者が回答',
  'content.verdict.by_reviewer': '審査担当者が回答',
  'content.verdict.corrected': '審査担当者が訂正',
  'content.verdict.confirmed': '審査担当者が確認',
  'content.verdict.submitted': '審査前',
  'content.verdict.disputed': '依頼者が異議を申し立て中',
  'content.verdict.other': '案件の状態：{status}',
  'content.verdict.withdrawn': '取り下げ済み',

  'content.party.verifier': '現地の確認担当者',
  'content.party.requester': '依頼者',
  'content.party.invitee': '依頼者が招待した人',
  'content.party.integrator': '現地確認の発注者',
  'content.party.reviewer': '審査担当者',
  'content.source.provider': '案件リンクを持つ確認担当者',
  'content.source.self_service': '依頼者または招待された人',
  'content.source.integrator': '案件の発注者',
  'content.source.simulated': 'サンドボックスの模擬確認担当者',

  'content.title': '現地確認レポート',
  'content.title_of': '現地確認レポート：{service}',
  'content.title_test': 'サンドボックス：{title}',
  'content.sandbox': 'サンドボックス：実際の訪問はありません。',

  'content.answer.none': '回答なし',
  'content.answer.yes': 'はい',
  'content.answer.no': 'いいえ',
  'content.answer.cannot_tell': '判断できません',
  'content.local_time': '{local}（現地時間、UTCでは{utc}）',
  'content.sentence': '{text}。',
  'content.unprinted': '［表示できない文字：レポートを参照］',
  'content.pair': '{first}、{second}',

  'content.checks.none': '検査は行われていません',
  'content.checks.all': '{count, plural, other {#件の検査すべてに合格}}',
  'content.checks.some': '{count, plural, other {#件}}の検査のうち{passed, number}件に合格',
  'content.checks.failed': '不合格{count, number}件',
  'content.checks.warnings': '{count, plural, other {要注意#件}}',
  'content.checks.not_run': '未実施{count, number}件',

  'content.status.submitted': '提出済み',
  'content.status.completed': '完了',
  'content.status.disputed': '異議申し立て中',

  'content.summary.submitted': '証拠はすべてそろっていますが、まだ確認されていません。',
  'content.summary.completed': '現地確認は完了しています。',
  'content.summary.disputed': '依頼者が結果に異議を申し立てています。',
  'content.summary.other': '案件の状態：{status}。',
  'content.summary.steps':
    '必須のステップ{count, plural, other {#件}}のうち{passed, number}件に、検査に合格した証拠があります。',
  'content.summary.items':
    '受け取った証拠は{count, plural, other {#件}}です（合格{passed, number}件、不合格{failed, number}件）。',
  'content.summary.at': '合格した証拠の撮影日時は{time}です。',
  'content.summary.between': '合格した証拠の撮影日時は{first}から{last}までです。',
  'content.summary.near_at': '合格した証拠は、住所から{distance}の地点で{time}に撮影されました。',
  'content.summary.near_between':
    '合格した証拠は、住所から{distance}の地点で{first}から{last}までに撮影されました。',
  'content.summary.range_at':
    '合格した証拠は、住所から{nearest}～{farthest}の地点で{time}に撮影されました。',
  'content.summary.range_between':
    '合格した証拠は、住所から{nearest}～{farthest}の地点で{first}から{last}までに撮影されました。',
  'content.summary.by_hand_all': '手入力された位置：すべて。',
  'content.summary.by_hand': '手入力された位置：{total, number}件中{count, number}件。',
  'content.summary.self_all': '依頼者または依頼者が指名した人による撮影：すべて。',
  'content.summary.self':
    '依頼者または依頼者が指名した人による撮影：{total, number}件中{count, number}件。',
  'content.summary.judge': '写真に写っている内容の判断は、読み手に委ねられます。',

  'content.change.withdrawn': 'バージョン{version, number}は取り下げられました。',
  'content.change.accepted': '依頼者が結果を承認しました。',
  'content.change.needs_more': '依頼者が追加の証拠を求めました。',
  'content.change.disputed': '依頼者が結果に異議を申し立てました。',
  'content.change.status': '状態が「{before}」から「{after}」に変わりました。',
  'content.change.added': '{count, plural, other {証拠が#件追加されました。}}',
  'content.change.removed': '{count, plural, other {証拠が#件削除されました。}}',
  'content.change.steps': '変更されたステップ：{steps}。',
  'content.change.answers': '変更された回答：{questions}。',
  'content.change.members': 'そのほかの変更：{members}。',
  'content.change.nothing': 'バージョン{version, number}から内容の変更はありません。',
  'content.member.summary': '概要',
  'content.member.limitations': '留意事項',
  'content.member.completed_at': '完了日時',

  'content.limit.test': '現地には誰も行っていません。この証拠は自動生成されたものです。',
  'content.limit.declared':
    '位置と撮影時刻は、撮影した端末の申告によるものです。検査では、案件、受信時刻、ファイル自体と照合しますが、端末が偽の値を申告するように設定されていた可能性は排除できません。',
  'content.limit.moment':
    '証拠が示すのは、撮影した瞬間の現地の様子です。その前後の状況については何も示しません。',
  'content.limit.picture':
    '自動検査の対象は、位置、時刻、ファイルです。写真に写っている内容は判断しません。',
  'content.limit.signature':
    '署名は、このレポートを本サービスが発行し、その後改変されていないことを証明します。証拠に写っているものが本物であることは証明しません。',
  'content.limit.no_position':
    '案件の位置が無効なため、合格した証拠{total, number}件のうち{count, number}件の距離を検査できませんでした。',
  'content.limit.far':
    '合格した証拠{total, number}件のうち{count, number}件は、現地にいるとみなす距離より住所から離れた場所で撮影されました。',
  'content.limit.late':
    '合格した証拠{total, number}件のうち{count, number}件は、撮影から{hours, number}時間を超えて受信されました。改変できる時間が通常より長かったことになります。',
  'content.limit.no_hash':
    '合格した証拠{total, number}件のうち{count, number}件には、送信者によるハッシュ値の申告がありません。このレポートのハッシュ値は受信時に計算したもので、送信途中の変更については何も示しません。',
  'content.limit.duplicate':
    '合格した証拠{total, number}件のうち{count, number}件は、この案件ですでに合格したファイル、または別の案件に送られて採用されなかったファイルと同じものです。',
  'content.limit.similar':
    '合格した証拠{total, number}件のうち{count, number}件は、別の案件に提出された写真に似ています。',
  'content.limit.no_nonce':
    '合格した証拠{total, number}件のうち{count, number}件には使い捨てコードがありません。以前に送信されたものでないことを示すのは、バイト列の比較だけです。',
  'content.limit.no_exif':
    '合格した証拠{total, number}件のうち{count, number}件のファイルには、申告と照合できる時刻も位置も記録されていません。',
  'content.limit.no_exif_other':
    '合格した証拠{total, number}件のうち{count, number}件のファイルには、使用できる時刻や位置がなく、申告との照合は行われていません。',
  'content.limit.exif':
    '合格した証拠{total, number}件のうち{count, number}件のファイルに記録された時刻または位置は、ほかの値と一致しません。どちらも決め手にはなりません。',
  'content.limit.not_decoded':
    '合格した証拠{total, number}件のうち{count, number}件は、サービスの内部エラーのため最後まで読み取れませんでした。ファイルが完全かどうかは不明です。',
  'content.limit.no_credentials':
    '合格した証拠{total, number}件のうち{count, number}件の写真にはコンテンツ認証情報がなく、カメラによる保証はありません。',
  'content.limit.credentials_not_read':
    '合格した証拠{total, number}件のうち{count, number}件のコンテンツ認証情報は、本サービスが読み取れない形式のため、ここでは何も保証しません。',
  'content.limit.signer_not_judged':
    '合格した証拠{total, number}件のうち{count, number}件のコンテンツ認証情報の署名者は、本サービスでは評価していません。',
  'content.limit.signer_not_listed':
    '合格した証拠{total, number}件のうち{count, number}件のコンテンツ認証情報の署名者は、本サービスのリストにありません。',
  'content.limit.not_captured':
    '合格した証拠{total, number}件のうち{count, number}件のコンテンツ認証情報からは、カメラで撮影されたままで誰にも改変されていないことを確認できません。',
  'content.limit.unshown':
    '合格した証拠のうち{count, number}件は、印刷用レポートに表示できない形式です。ファイル形式とハッシュ値のみを記載しています。',
  'content.limit.failed':
    '証拠{count, number}件は1つ以上の検査に不合格でした。記録として掲載していますが、何の裏付けにもなりません。',
  'content.limit.by_hand':
    '合格した証拠{total, number}件のうち{count, number}件の位置は、端末から取得できなかったため手入力されました。その場所で撮影されたことを示すものはありません。',
  'content.limit.self':
    '合格した証拠{total, number}件のうち{count, number}件は、独立した確認担当者ではなく、依頼者または依頼者が指名した人によるものです。',
  'content.limit.integrator':
    '合格した証拠{total, number}件のうち{count, number}件は、独立した確認担当者ではなく、案件の発注者によるものです。',
  'content.limit.step_required': '「{step}」（必須）',
  'content.limit.step_optional': '「{step}」（任意）',
  'content.limit.steps': '{count, plural, other {合格した証拠で示されていないステップ：{steps}。}}',
  'content.limit.submitted': 'このバージョンの証拠は、まだ確認されていません。',
  'content.limit.disputed':
    '依頼者が結果に異議を申し立てています。このバージョンの作成時点で未解決でした。',
  'content.limit.no_verdict': 'このバージョンの作成時点で、依頼者の評価はありませんでした。',
  'content.limit.no_timestamp':
    'このレポートの作成時刻を確認した外部機関はありません。記載の時刻は本サービスによるものです。',

  'content.check.geofence_pass': '申告された位置は、住所から十分に近い場所です。',
  'content.check.geofence_warn': '申告された位置は、想定より住所から離れています。',
  'content.check.geofence_fail': '申告された位置は、住所から離れすぎています。',
  'content.check.geofence_not_run': '案件に有効な位置がありません。',
  'content.check.capture_time_pass': '申告された撮影時刻は、案件の期間内です。',
  'content.check.capture_time_fail': '申告された撮影時刻は、案件の期間外です。',
  'content.check.freshness_pass': '申告された撮影時刻のすぐ後に受信しました。',
  'content.check.freshness_warn': '申告された撮影時刻からかなり後に受信しました。',
  'content.check.hash_pass': 'ファイルは申告されたSHA-256と一致します。',
  'content.check.hash_fail': 'ファイルまたは申告されたSHA-256が途中で変わっています。',
  'content.check.hash_not_run': 'ハッシュ値の申告はありません。',
  'content.check.duplicate_pass': 'このファイルは、これまでどの案件でも採用されていません。',
  'content.check.duplicate_warn': '同じSHA-256のファイルが以前に送信されています。',
  'content.check.duplicate_fail': '同じSHA-256のファイルが別の案件で採用されています。',
  'content.check.duplicate_not_run': 'ファイルを読み取れないため、ほかと比較していません。',
  'content.check.similar_pass': '似た写真は、別の案件に提出されていません。',
  'content.check.similar_warn':
    '別の案件に提出された写真に似ています。同じ場所の写真は似ることがあります。',
  'content.check.similar_not_run': 'ほかの写真と比較できませんでした。',
  'content.check.nonce_pass': '使い捨てコードは未使用です。',
  'content.check.nonce_fail': '使い捨てコードはすでに使用されています。',
  'content.check.nonce_not_run': '使い捨てコードはありません。',
  'content.check.media_pass': 'ファイルは読み取り可能で、形式も一致しています。',
  'content.check.media_warn': 'ファイルが想定より小さいか、最後まで読み取れませんでした。',
  'content.check.media_fail':
    'ファイルを読み取れないか、申告された形式の写真、動画、PDFではありません。',
  'content.check.exif_pass': 'ファイルの時刻または位置は、申告された値と一致します。',
  'content.check.exif_warn':
    'ファイルの時刻または位置がほかの値と一致しません。どちらも決め手にはなりません。',
  'content.check.exif_fail': 'ファイルの時刻または位置が、申告された値と矛盾しています。',
  'content.check.exif_not_run': 'ファイルに照合できる時刻や位置がありません。',
  'content.check.provenance_pass': '撮影時にカメラが署名し、その後の変更はありません。',
  'content.check.provenance_warn':
    'コンテンツ認証情報からは、登録済みのカメラで撮影されたままであることを確認できません。',
  'content.check.provenance_fail': '署名後にファイルが変更されています。',
  'content.check.provenance_not_run': '本サービスで読み取れるコンテンツ認証情報がありません。',

  'content.value.accurate': '{distance}（誤差{accuracy}）',
  'content.value.distance_limits': '合格 ≤ {pass}、要注意 ≤ {warn}',
  'content.value.period': '{from} ～ {to}',
  'content.value.never_elsewhere': '別の案件で採用されていないこと',
  'content.value.elsewhere': '別の案件で採用済み',
  'content.value.passed_here': 'この案件で合格済み',
  'content.value.never_seen': '初めて',
  'content.value.seen_here': 'この案件で送信済み、不合格',
  'content.value.jobs_tried': '{count}件の案件で送信',
  'content.value.not_used': '未使用であること',
  'content.value.unused': '未使用',
  'content.value.used': '使用済み',
  'content.value.none_alike': '類似なし',
  'content.value.bits_limit':
    '要注意：{hash_bits}ビット中{hash}以下かつ{block_bits}ビット中{blocks}以下の差',
  'content.value.bits': '{hash_bits}ビット中{hash}、{block_bits}ビット中{blocks}の差',
  'content.value.no_bytes': '0バイト',
  'content.value.unknown_type': '不明な形式',
  'content.value.not_decoded': '{type}、読み取り未完了',
  'content.value.undecodable': '{type}、読み取り不可',
  'content.value.pages': '{type}、{pages}ページ',
  'content.value.picture_limit':
    '{type}、{seconds}秒以内に最後まで読み取り可能、{pixels}メガピクセル以下、{scans}スキャンまたはフレーム以下、{side} px未満は要注意',
  'content.value.video_limit':
    '{type}、再生時間と最初のサンプルのあるトラック、全メディアデータがファイル内にあること',
  'content.value.document_limit': '{type}、{seconds}秒以内にページ数を確認',
  'content.value.any_limit': '{seconds}秒以内に最後まで読み取れる写真、動画、PDF',
  'content.value.time_apart': '時刻の差 {time}',
  'content.value.position_apart': '位置の差 {distance}',
  'content.value.both_apart': '時刻の差 {time}、位置の差 {distance}',
  'content.value.exif_limit': '申告値との差：時刻 {time}以内、位置 {distance}以内',
  'content.value.exif_limit_accuracy':
    '申告値との差：時刻 {time}以内、位置 {distance}（誤差を加算）以内',
  'content.value.credentials': '撮影時に署名、以後の画素の変更なし',
  'content.value.credentials_listed': '登録済みの署名者が撮影時に署名、以後の画素の変更なし',
  'content.value.not_read': '読み取りなし',
  'content.value.not_confirmed': '確認できず',
  'content.value.changed': '署名後に変更',
  'content.value.captured': '撮影',
  'content.value.generated': '生成',
  'content.value.edited': '編集',
  'content.value.origin_unknown': '出所不明',
  'content.value.signer_not_judged': '署名者は評価対象外',
  'content.value.signer_listed': '署名者は登録済み',
  'content.value.signer_not_listed': '署名者は未登録',
};
