import type { Translated } from '../create-translator.js';
import type { MapEnglish } from './en.js';

/** Messages in Arabic (Modern Standard) of maps. */
export const ar: Translated<MapEnglish> = {
  'map.detail':
    'تعرض هذه الخريطة السواحل والحدود والمدن دون الشوارع. الأماكن: GeoNames برخصة CC BY 4.0.',
  'map.no_streets': 'لا تُعرض الشوارع هنا. الشبكة: {spacing}',
  'map.name': 'خريطة',
  'map.name_with_pin': 'خريطة. اضغطوا على Enter لوضع الدبوس في الوسط.',
  'map.address': 'العنوان المطلوب',
  'map.photo': '{photo}، على بُعد {distance} من العنوان',
  'map.photo_rejected': '{photo}، على بُعد {distance} من العنوان، غير مقبولة',
  'map.photo_unmeasured_rejected': '{photo}، غير مقبولة',
  'map.circles':
    'الدائرتان: تُقبل الصور الملتقطة على بُعد لا يتجاوز {pass} من العنوان، وحتى {warn} يقرر المراجع. وتتسعان إذا كان تحديد الموقع غير دقيق.',
  'map.outside': 'خارج الجزء الذي تعرضه الخريطة أولًا:',
  'map.as_list': 'المواقع في القائمة أدناه.',
  'map.list': 'قائمة المواقع',
  'map.item': '{name}: {position}',
  'map.cluster': 'علامات متقاربة: {count}. اضغطوا لرؤية كل منها.',
  'map.pin': 'الدبوس عند {position}. اسحبوه، أو حرّكوه بمفاتيح الأسهم، ومع ضغط Shift بخطوات صغيرة.',
  'map.zoom_in': 'تكبير',
  'map.zoom_out': 'تصغير',
  'map.close': 'إغلاق',
  'map.gesture_windows': 'لتكبير الخريطة، اضغطوا على Ctrl باستمرار ومرّروا',
  'map.gesture_mac': 'لتكبير الخريطة، اضغطوا على ⌘ باستمرار ومرّروا',
  'map.gesture_phone': 'حرّكوا الخريطة بإصبعين',
};
