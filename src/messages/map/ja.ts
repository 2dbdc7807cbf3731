import type { Translated } from '../create-translator.js';
import type { MapEnglish } from './en.js';

/** Messages in Japanese of maps. */
export const ja: Translated<MapEnglish> = {
  'map.detail':
    'この地図は海岸線・国境・都市のみを表示し、道路は表示しません。地名：GeoNames、CC BY 4.0。',
  'map.no_streets': '道路は表示されません。格子の間隔：{spacing}',
  'map.name': '地図',
  'map.name_with_pin': '地図。Enterキーを押すと、中央にピンを立てます。',
  'map.address': '指定された住所',
  'map.photo': '{photo}（住所から{distance}）',
  'map.photo_rejected': '{photo}（住所から{distance}、不採用）',
  'map.photo_unmeasured_rejected': '{photo}（不採用）',
  'map.circles':
    '円：住所から{pass}以内で撮影された写真は有効です。{warn}以内の写真は審査担当者が判断します。位置の誤差が大きい場合は、どちらの円も広がります。',
  'map.outside': '地図の最初の表示範囲に入っていない写真：',
  'map.as_list': '位置は下の一覧をご覧ください。',
  'map.list': '位置の一覧',
  'map.item': '{name}：{position}',
  'map.cluster': '近接する印：{count}個。押すと個別に表示します。',
  'map.pin':
    '{position}のピン。ドラッグするか矢印キーで動かせます。Shiftキーを押しながら操作すると、細かく動かせます。',
  'map.zoom_in': '拡大',
  'map.zoom_out': '縮小',
  'map.close': '閉じる',
  'map.gesture_windows': '地図を拡大・縮小するには、Ctrlキーを押しながらスクロールします',
  'map.gesture_mac': '地図を拡大・縮小するには、⌘キーを押しながらスクロールします',
  'map.gesture_phone': '地図は2本の指で動かします',
};
