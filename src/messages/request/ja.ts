import type { Translated } from '../create-translator.js';
import type { RequestEnglish } from './en.js';

/** Messages in Japanese of the page for requesting a check. */
export const ja: Translated<RequestEnglish> = {
  'request.heading': '現地確認を依頼する',
  'request.lead':
    '担当者が現地へ行き、スマートフォンで撮影します。写真・位置・時刻を収めた電子署名付きレポートをお届けします。',
  'request.edit_heading': '依頼の編集',
  'request.edit_lead': '変更すると新しい料金で新しい依頼が作成され、元の依頼はキャンセルされます。',
  'request.keep_as_is': '変更しない',
  'request.not_editable': 'この依頼は編集できなくなりました。',
  'request.earlier_stays': '元の依頼は確定済みのため、そのまま残ります。こちらは新しい依頼です。',
  'request.kept': '前回の入力内容を復元しました。',
  'request.kept_sent':
    '「{button}」を押すと、{link}はこの内容に差し替えられます（お支払い済みの場合を除く）。',
  'request.kept_link': '送信済みの依頼',
  'request.clear': '入力内容を消去',
  'request.form': '現地確認の依頼',

  'request.service': '何を確認しますか？',
  'request.other': 'その他',
  'request.objective': '知りたいことは何ですか？',
  'request.objective_hint':
    '写真を見ればわかる質問をご記入ください。例：「お店は営業していますか？」',
  'request.address': '場所はどこですか？',
  'request.address_hint': '住所、地名、Plus Code、緯度と経度、または地図アプリのリンク。',
  'request.latitude': '緯度',
  'request.longitude': '経度',
  'request.position_hint':
    '場所を選ぶか、地図を押すか、ピンを動かすと入力されます。または、「52.5219」「13.4132」のように緯度と経度の数値を入力してください。',
  'request.notes': '現地の担当者への連絡事項（任意）',
  'request.notes_hint': '入口の場所、声をかける相手、写真に写してはいけないものなど。',

  'request.answered': '現地の担当者がお答えする内容',
  'request.besides': '上記のご質問と、次の質問：',
  'request.only_yours': '上記のご質問。',
  'request.of_services': 'サービスごとの質問',
  'request.own.summary': '質問を追加する',
  'request.own.hint':
    '5件まで。現地の担当者が1件ずつお答えし、答えられない場合は理由をお伝えします。',
  'request.own.label': '質問{number}',
  'request.own.kind': '質問{number}の回答形式',
  'request.own.kind.guessed': '質問文から判断',
  'request.own.kind.yes_no': 'はい・いいえ',
  'request.own.kind.text': 'テキスト',
  'request.own.kind.number': '数値',
  'request.own.kind.date_time': '日時',
  'request.own.add': '質問をもう1件追加',

  'request.contact': 'ご連絡先（任意）',
  'request.name': 'お名前',
  'request.email': 'メールアドレス',
  'request.email_hint': '専用リンクと現地確認の進捗をお送りします。',
  'request.no_mail':
    'このサービスではメールを送信していません。次のページに表示されるリンクを保存してください。',
  'request.phone': '電話番号',
  'request.phone_hint': '門が閉まっている場合など、担当者が現地からご連絡するために使います。',
  'request.signed_in_as': '{email}としてログインしています。この依頼はアカウントに追加されます。',
  'request.see_offers': 'プランを見る',
  'request.conflict':
    'この依頼は別の内容で送信済みです。新しく送信するには、ページを再読み込みしてください。',
  'request.signed_out':
    'ログアウトされています。ログインするか、「{button}」を押してアカウントなしで続けてください。',

  'request.how_to': '緯度と経度の調べ方',
  'request.google_phone': 'Googleマップ（スマートフォン）',
  'request.google_phone_way':
    'ピンが表示されるまで場所を長押しします。検索欄またはピンの詳細に緯度と経度が表示されるので、コピーしてください。',
  'request.apple': 'Appleマップ',
  'request.apple_way':
    'ピンが表示されるまで場所を長押しします。カードを「座標」までスクロールし、座標を長押ししてコピーしてください。',
  'request.google_computer': 'Googleマップ（パソコン）',
  'request.google_computer_way':
    '場所を右クリックします。メニューの1行目が緯度と経度です。クリックするとコピーされます。',
  'request.osm_way':
    '場所が中央に来るように地図を動かして拡大し、ページのアドレスをコピーしてください。',

  'request.use_position': '現在地を使う',
  'request.looking': '現在地を取得しています…',
  'request.found': '現在地を取得しました（誤差{distance}以内）。',
  'request.denied':
    'ブラウザから現在地を取得できませんでした。位置を入力するか、このページの設定で許可してからもう一度押してください。',
  'request.not_encrypted':
    '暗号化されていない接続のため、ブラウザから現在地を取得できません。位置を入力してください。',
  'request.taken': '緯度と経度を入力しました。地図で確認してください。',
  'request.taken_from_middle':
    '地図の中央の位置を入力しました。場所が中央にない場合は、地図を動かしてからもう一度リンクをコピーしてください。',
  'request.no_position':
    'このリンクには位置が含まれていません。ブラウザで開いて表示されたアドレスをコピーするか、緯度と経度をコピーしてください。',
  'request.map': '地図：{position}',
  'request.no_map': '地図：位置は未入力です',
  'request.place': '場所',
  'request.place_hint': '場所を入力すると、地図に表示されます。',
  'request.suggestions': '場所の候補',
  'request.none_suggested': '該当する場所が見つかりませんでした。',
  'request.suggested': '候補：{count}件',
  'request.apart': 'ピンは{place}から{distance}離れています。',
  'request.apart_entered': 'ピンは入力された位置から{distance}離れています。',
  'request.followed':
    '住所に「{place}」を入力しました。正確な住所がわかる場合は書き換えてください。',
  'request.move_pin': '地図のピンを建物の位置に動かしてください。',

  'request.level.covered':
    'この場所（{city}から{distance}）には確認担当者が伺えます。すべてのプランをご利用いただけます。',
  'request.level.limited':
    'この場所（{city}から{distance}）には確認担当者が伺えます。一部のプランはご利用いただけません。',
  'request.level.self_service_only':
    'この場所は最寄りの対応都市（{city}）から{distance}離れているため、確認担当者は伺えません。お客様ご自身、または現地の信頼できる方が、専用のリンクで写真を撮影できます。',
  'request.level.unserviceable':
    'この場所は最寄りの対応都市（{city}）から{distance}離れているため、対応できません。料金はかかりません。',

  'request.kind.position': '位置',
  'request.kind.address': '住所',
  'request.kind.street': '通り',
  'request.kind.landmark': '目印となる場所',
  'request.kind.postcode': '郵便番号',
  'request.kind.district': '地区',
  'request.kind.village': '村',
  'request.kind.town': '町',
  'request.kind.city': '市',
  'request.kind.region': '地域',
  'request.kind.country': '国',
};
