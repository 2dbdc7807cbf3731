import type { ReportPdfModel } from '../../../src/modules/report/pdf/model.js';
import { sampleItem, sampleJob, sampleModel } from './sample.js';

/** Notes in eight scripts, including symbols; a typeface has each of their characters. */
export const notesByScript = {
  Japanese:
    '店は午前九時に開いていました。看板には「田中商店」と書かれています。入口は広場側にあり、ドアは施錠されていませんでした。',
  Chinese: '商店已经开门，招牌上写着“老王杂货店”。入口在广场一侧，门没有锁。臺灣的門牌是十二號。',
  Korean: '가게는 오전 아홉 시에 열려 있었습니다. 간판에는 "서울 상점"이라고 적혀 있습니다.',
  Arabic:
    'كان المتجر مفتوحًا في الساعة 9:30 صباحًا (الباب الأمامي)، واللافتة تقول «بيت السلام» لا غير. رقم ١٢',
  Hebrew: 'החנות הייתה פתוחה בשעה 9:30 (הדלת הקדמית), והשלט אומר "שָׁלוֹם".',
  Devanagari: 'दुकान सुबह नौ बजे खुली थी और साइनबोर्ड पर “हिन्दी क्षेत्र कार्यालय” लिखा है।',
  Thai: 'ร้านเปิดเวลาเก้าโมงเช้า ป้ายเขียนว่าน้ำที่ร้านอาหารและทางเข้าอยู่ด้านจัตุรัส',
  symbols: 'Open 🎉 ✅ ⏰ ☎ → 24 h ♿ ★ 🚪 ½ € ☂',
};

const numbered = (count: number) => Array.from({ length: count }, (_, i) => sampleItem(i + 1));

/** Returns a report of every kind, by name; `undecodable` is meant to be rendered with broken pictures. */
export async function reportKinds(): Promise<Record<string, ReportPdfModel>> {
  const requestId = '0190a000-0000-7000-8000-0000000000aa';
  const reportPage = {
    url: `https://verification.example/reports/${requestId}?version=1&expires=1775127600&signature=${'q'.repeat(43)}`,
    until: '2026-04-02',
  };
  const one = await sampleModel(sampleJob({ evidence: numbered(1) }));
  const file = (mediaType: string, fileName: string) =>
    sampleModel(sampleJob({ evidence: [sampleItem(1, { mediaType, fileName })] }));
  const withdrawn = await sampleModel(sampleJob({ evidence: numbered(2) }), {
    previous: { content: one.content, withdrawn: true },
    previousSha256: one.integrity.content_sha256,
  });
  const failed = sampleItem(1, {
    validationPassed: false,
    validationErrors: ['geofence: 900 m from the job'],
    notes: 'A note of the verifier. '.repeat(40),
  });
  const scripts = Object.values(notesByScript).map((notes, i) => sampleItem(i + 1, { notes }));
  return {
    one: { ...one, reportPage },
    six: { ...(await sampleModel(sampleJob({ requestId, evidence: numbered(6) }))), reportPage },
    video: await file('video/mp4', 'walk.mp4'),
    attachment: await file('application/pdf', 'lease.pdf'),
    sandbox: { ...one, isTest: true },
    withdrawn,
    none: await sampleModel(sampleJob({ evidence: [], latitude: 900, longitude: 0 })),
    pages: await sampleModel(
      sampleJob({
        objective: 'Donaudampfschifffahrtsgesellschaft'.repeat(15).slice(0, 500),
        evidence: [failed, ...numbered(12).slice(1)],
      }),
    ),
    scripts: await sampleModel(sampleJob({ address: '東京都千代田区 شارع 12', evidence: scripts })),
    undecodable: await sampleModel(sampleJob({ evidence: numbered(1) })),
  };
}
