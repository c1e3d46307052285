import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeLegacy } from '../../../test/legacy-encoder.ts'
import { decodeText } from './encoding.ts'

/** Everyday texts written for this test; none of them was counted for the tables. */
const samples: readonly (readonly [encodings: string, text: string])[] = [
  [
    'windows-1252 iso-8859-15',
    'Die Bäckerei öffnet früh um sechs, und schon kurz danach stehen die ersten Kunden vor der Tür. Meine Großmutter kauft dort jeden Samstag zwei Brötchen, ein Stück Käsekuchen und die Zeitung. Sie erzählt gern, wie schön es früher war.',
  ],
  [
    'windows-1252 iso-8859-15',
    'Le train est arrivé à la gare avec une demi-heure de retard, et les voyageurs étaient déjà fâchés. Après le déjeuner, nous sommes allés voir ma sœur qui habite près de la forêt. Elle a préparé un gâteau très léger.',
  ],
  [
    'windows-1252',
    'Mañana por la mañana iremos al mercado para comprar piñas, limones y un poco de jamón. El niño pequeño no quería salir porque hacía demasiado frío, ¿pero quién puede resistirse a un helado? ¡Nadie! Según mi tío, el año próximo será mejor.',
  ],
  [
    'windows-1252',
    'Amanhã vou à praia com os meus irmãos, se não chover. A previsão não é muito boa, mas já comprámos pão, maçãs e água. O avô disse que também queria ir, porque há três verões que não vê o mar e tem saudades.',
  ],
  [
    'windows-1252',
    'I går cyklade vi runt sjön och fikade på ett litet kafé där de säljer hembakade kanelbullar. Vädret var härligt men på kvällen började det regna så vi åkte hem tidigare än vi hade tänkt. Imorgon städar vi förrådet.',
  ],
  [
    'windows-1252',
    'Vejret var dårligt hele ugen, så vi blev hjemme og læste bøger. Søndag kom min søster på besøg med sine børn, og vi bagte småkager. De små fik lov til at røre i dejen, og køkkenet lignede en slagmark bagefter.',
  ],
  [
    'windows-1250 iso-8859-2',
    'Wczoraj poszliśmy na długi spacer wzdłuż rzeki, a potem zjedliśmy gorącą zupę w małej restauracji. Dzieci były zmęczone, ale szczęśliwe. Jutro znów pójdziemy do szkoły, bo zaczyna się nowy tydzień, a później odwiedzimy babcię.',
  ],
  [
    'windows-1250 iso-8859-2',
    'Příští týden pojedeme na hory, protože už konečně napadl sníh. Děti se těší na sáňkování a tatínek slíbil, že uvaří čaj s medem. Večer budeme hrát šachy a vyprávět si příběhy o strašidlech, která žijí ve věži.',
  ],
  [
    'windows-1250 iso-8859-2',
    'Tegnap este későn értünk haza, mert elromlott az autó és gyalog kellett jönnünk az erdőn át. Szerencsére fütött kályha és forró tea várt ránk. A gyerekek rögtön elaludtak, mi pedig még sokáig beszélgettünk a tűz mellett.',
  ],
  [
    'windows-1254',
    'Dün akşam arkadaşlarımla sahilde yürüyüş yaptık ve güneşin batışını izledik. Sonra küçük bir lokantada balık yedik, çay içtik. Hava çok güzeldi, ama rüzgâr çıkınca üşüdük. Yarın sabah erkenden işe gideceğim.',
  ],
  [
    'windows-1251 koi8-r',
    'Вчера вечером мы долго гуляли по набережной и смотрели, как загораются огни на другом берегу. Потом пошёл дождь, и пришлось бежать домой. Бабушка напекла пирожков с капустой, а дед рассказывал смешные истории.',
  ],
  [
    'windows-1251',
    'Учора ввечері ми довго гуляли набережною і дивилися, як на іншому березі запалюються вогні. Потім пішов дощ, і довелося бігти додому. Бабуся напекла пиріжків з капустою, а дідусь розповідав цікаві історії про їхнє село.',
  ],
  [
    'windows-1253',
    'Χθες το βράδυ περπατήσαμε δίπλα στη θάλασσα και ύστερα φάγαμε ψάρι σε μια μικρή ταβέρνα. Ο καιρός ήταν υπέροχος, αλλά αργότερα άρχισε να φυσάει. Αύριο το πρωί πρέπει να σηκωθώ νωρίς για να πάω στη δουλειά.',
  ],
  [
    'windows-1255',
    'אתמול בערב טיילנו לאורך החוף וראינו את השקיעה. אחר כך אכלנו דגים במסעדה קטנה ושתינו תה עם נענע. מזג האוויר היה נפלא, אבל בלילה התחיל לרדת גשם. מחר בבוקר אני צריך לקום מוקדם וללכת לעבודה. הילדים כבר ישנים.',
  ],
  [
    'windows-1256',
    'ذهبنا أمس إلى السوق واشترينا الخبز والزيتون والجبن، ثم جلسنا في المقهى نشرب الشاي ونتحدث عن السفر. كان الجو جميلا لكن المطر نزل في المساء فرجعنا إلى البيت مسرعين. غدا سأستيقظ مبكرا لأن عندي عملا كثيرا.',
  ],
  [
    'shift_jis euc-jp',
    '昨日の夜は友達と一緒に海岸を散歩して、夕日が沈むのを見ました。そのあと小さな食堂で焼き魚を食べて、お茶を飲みました。天気はとてもよかったのですが、風が強くなって少し寒くなりました。明日の朝は早く起きて会社へ行かなければなりません。',
  ],
  [
    'gb18030',
    '昨天晚上我和朋友们一起在海边散步，看着太阳慢慢落下去。后来我们在一家小饭馆吃了鱼，喝了茶，聊了很多有意思的事情。天气很好，可是后来刮风了，有点冷。明天早上我得早点起床去上班，所以今天晚上不能睡得太晚。你呢？',
  ],
  [
    'big5',
    '昨天晚上我和朋友們一起在海邊散步，看著太陽慢慢落下去。後來我們在一家小飯館吃了魚，喝了茶，聊了很多有意思的事情。天氣很好，可是後來颳風了，有點冷。明天早上我得早點起床去上班，所以今天晚上不能睡得太晚。你呢？',
  ],
  [
    'euc-kr',
    '어제 저녁에는 친구들과 함께 바닷가를 걸으면서 해가 지는 것을 보았다. 그다음에는 작은 식당에서 생선구이를 먹고 차를 마셨다. 날씨는 아주 좋았지만 바람이 불어서 조금 추웠다. 내일 아침에는 일찍 일어나서 회사에 가야 한다.',
  ],
]

const utf16 = (text: string, order: 'le' | 'be'): Buffer => {
  const bytes = Buffer.from(text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

describe('decodeText', () => {
  for (const [encodings, text] of samples) {
    for (const encoding of encodings.split(' ')) {
      it(`tells ${encoding} by its letters: ${text.slice(0, 20)}`, () => {
        const bytes = encodeLegacy(text, encoding)
        assert.ok(bytes.length >= 200, `${bytes.length}`)
        assert.equal(decodeText(bytes)?.text, text)
      })
    }
    it(`tells UTF-8 and UTF-16 without a mark: ${text.slice(0, 20)}`, () => {
      assert.deepEqual(decodeText(Buffer.from(text)), { text, encoding: 'utf-8' })
      assert.deepEqual(decodeText(utf16(text, 'le')), { text, encoding: 'utf-16le' })
      assert.deepEqual(decodeText(utf16(text, 'be')), { text, encoding: 'utf-16be' })
    })
  }

  it('follows a byte order mark and leaves it out', () => {
    for (const bytes of [Buffer.from('\ufeffa€'), utf16('\ufeffa€', 'le'), utf16('\ufeffa€', 'be')]) {
      assert.equal(decodeText(bytes)?.text, 'a€')
    }
  })

  it('reads ISO-2022-JP by its escapes', () => {
    const bytes = Buffer.from('1b24422433244c1b2842206f6b', 'hex')
    assert.deepEqual(decodeText(bytes), { text: 'こぬ ok', encoding: 'iso-2022-jp' })
  })

  it('keeps UTF-8 with a broken place', () => {
    const text = 'Wczoraj poszliśmy na długi spacer wzdłuż rzeki, a potem zjedliśmy zupę.'
    const bytes = Buffer.concat([Buffer.from(text), Buffer.of(0xc5), Buffer.from(text)])
    assert.deepEqual(decodeText(bytes), { text: `${text}\ufffd${text}`, encoding: 'utf-8' })
  })

  it('believes a hint where the bytes are valid in it, and UTF-8 more than a hint', () => {
    const bytes = encodeLegacy('ě', 'iso-8859-2')
    assert.equal(decodeText(bytes, 'latin2')?.text, 'ě')
    assert.equal(decodeText(Buffer.from('für'), 'iso-8859-1')?.text, 'für')
    assert.equal(decodeText(encodeLegacy('für', 'windows-1252'), 'no such thing')?.text, 'für')
    assert.equal(decodeText(encodeLegacy('für', 'windows-1252'), 'utf-8')?.text, 'für')
  })

  it('decodes the quotation marks of windows-1252', () => {
    assert.equal(decodeText(Buffer.from('93 61 94 20 96 20 80'.replaceAll(' ', ''), 'hex'))?.text, '“a” – €')
  })

  it('finds no text in binary content', () => {
    const noise = Uint8Array.from({ length: 4096 }, (_, i) => (Math.imul(i + 1, 2654435761) >>> 13) & 255)
    assert.equal(decodeText(noise), undefined)
    assert.equal(decodeText(noise.map((byte) => byte || 1)), undefined)
    assert.equal(decodeText(Buffer.from('text\0\0\0\0text, and \x01\x02')), undefined)
    assert.equal(decodeText(Buffer.alloc(1000)), undefined)
  })

  it('reads shared memory', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(3))
    shared.set(encodeLegacy('für', 'windows-1252'))
    assert.equal(decodeText(shared)?.text, 'für')
  })
})
