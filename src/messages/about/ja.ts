import type { Translated } from '../create-translator.js';
import type { AboutEnglish } from './en.js';

/** Messages in Japanese of the page about the service, and of the facts on the order form. */
export const ja: Translated<AboutEnglish> = {
  'about.heading': 'このサービスについて',
  'about.lead':
    '担当者が現地へ行き、スマートフォンで撮影します。写真・位置・時刻を収めた電子署名付きレポートをお届けします。',
  'about.how': 'ご利用の流れ',
  'about.step_enter': '場所と質問を入力すると、プランと料金が表示されます。',
  'about.step_choose':
    'プランを選んでお支払いください。写真はご自身で撮ることも、現地にいる方に頼むこともできます。',
  'about.step_visit':
    '現地の担当者が手順に沿って写真を撮影します。写真ごとに場所・時刻・ファイルを検査します。',
  'about.step_report':
    'レポートはWebページ、PDF、JSONでお届けします。改ざんされていないことは誰でも検証できます。',
  'about.cost': '料金',
  'about.from': '{prices}から',
  'about.cost_text':
    '料金は確認の内容、場所、レポートの納期によって異なり、お支払いの前に表示されます。ご自身で撮影する場合は、無料と記載されたプランをご利用いただけます。',
  'about.duration': '{last, plural, other {{hours}時間以内にレポートをお届け}}',
  'about.sample': 'サンプルレポートを見る（PDF）',
  'about.sample_text': 'サンプルは自動生成したものです。実際の訪問はなく、写真は描画した画像です。',
  'about.facts': '料金、納期、サンプル',
  'about.runs': '運営者',
  'about.run_by': 'このサービスは{name}が運営しています。',
  'about.privacy': 'プライバシー',
  'about.privacy_policy': '運営者のプライバシーポリシーを読む',
  'about.stored_content':
    '入力内容、お支払いの記録（カード番号を除く）、写真とその位置・時刻を保存します。',
  'about.stored_link': '依頼の専用リンクを知っている方は、その依頼を閲覧できます。',
  'about.stored_account':
    'アカウントのページでは、データをファイルとして取得したり、アカウントを依頼とともに削除したりできます。',
  'about.stored_guest': 'アカウントなしの依頼は、アクセスコードを使ってAPIから消去できます。',
  'about.retained': '{days, plural, other {完了した依頼は、最後の変更から#日後に消去されます。}}',
  'about.help': 'ヘルプ',
  'about.help_more': '運営者のヘルプを見る',
  'about.where': '依頼はどこで確認できますか？',
  'about.where_answer':
    '専用リンクを開いてください。アカウントで依頼した場合は、ログインすると一覧に表示されます。',
  'about.cancel': 'キャンセルできますか？',
  'about.cancel_answer':
    'はい、作業が始まるまでは依頼のページからキャンセルできます。お支払い額は全額返金されます。',
  'about.unanswered': 'レポートで質問の答えがわからない場合は？',
  'about.unanswered_answer':
    'レポートの末尾で、追加の写真を求めるか、結果に異議を申し立ててください。',
  'about.genuine': 'レポートが本物かどうかは、どうすればわかりますか？',
  'about.genuine_answer':
    'レポートを開き、そのページで検証してください。ページがレポートを署名と照合します。',
};
