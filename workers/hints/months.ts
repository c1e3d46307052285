import { fold } from './fold.ts'

/** Names of the months as dates have them: full, in the genitive, and short. */
const names: readonly string[] = [
  'january jan januar jänner jaenner janvier janv januari enero ene gennaio gen genn janeiro styczen stycznia sty tammikuu tammikuuta leden ledna led január januára ianuarie ian январь января янв січень січня січ ocak oca ιανουάριος ιανουαρίου ιαν يناير ינואר janúar มกราคม ม.ค sausio siječnja januara јануар',
  'february feb febr februar feber février fevrier févr fev februari febrero febbraio febb fevereiro luty lutego lut helmikuu helmikuuta únor února úno unor február februára februarie февраль февраля фев февр лютий лютого лют şubat şub φεβρουάριος φεβρουαρίου φεβ فبراير פברואר febrúar กุมภาพันธ์ ก.พ vasario veljače februara',
  'march mar märz maerz mär mrz mars maart mrt marzo março marzec marca mar mars maaliskuu maaliskuuta březen března bře marec márc március martie март марта мар березень березня бер mart μάρτιος μαρτίου μαρ مارس מרץ מרס มีนาคม มี.ค kovo ožujka marta',
  'april apr avril avr abril abr aprile kwiecień kwietnia kwi huhtikuu huhtikuuta duben dubna dub apríl apríla április ápr aprilie апрель апреля апр квітень квітня квіт кві nisan nis απρίλιος απριλίου απρ أبريل ابريل אפריל aprílis เมษายน เม.ย balandžio travnja aprila',
  'may mai mei mayo maggio mag maio maj maja toukokuu toukokuuta květen května kvě máj mája május май мая травень травня трав тра mayıs μάιος μαΐου μαΐ μάϊ μαι مايو מאי maí พฤษภาคม พ.ค gegužės svibnja',
  'june jun juni juin junio giugno giu junho czerwiec czerwca cze kesäkuu kesäkuuta červen června čvn cer jún júna június iunie iun июнь июня июн червень червня черв чер haziran haz ιούνιος ιουνίου ιουν يونيو יוני júní มิถุนายน มิ.ย birželio lipnja juna',
  'july jul juli juillet juil julio luglio lug julho lipiec lipca lip heinäkuu heinäkuuta červenec července čvc júl júla július iulie iul июль июля июл липень липня лип temmuz tem ιούλιος ιουλίου ιουλ يوليو יולי júlí กรกฎาคม ก.ค liepos srpnja jula',
  'august aug août aout augustus agosto ago augusti sierpień sierpnia sie elokuu elokuuta srpen srpna srp augusta augusztus август августа авг серпень серпня серп сер ağustos ağu αύγουστος αυγούστου αυγ أغسطس اغسطس אוגוסט ágúst สิงหาคม ส.ค rugpjūčio kolovoza avgusta',
  'september sep sept septembre septiembre set settembre sett setembro wrzesień września wrz syyskuu syyskuuta září zář septembra szeptember szept septembrie сентябрь сентября сен сент вересень вересня вер eylül eyl σεπτέμβριος σεπτεμβρίου σεπ σεπτ سبتمبر ספטמבר กันยายน ก.ย rugsėjo rujna',
  'october oct oktober okt octobre octubre ottobre ott outubro out październik października paź lokakuu lokakuuta říjen října říj október októbra octombrie октябрь октября окт жовтень жовтня жовт жов ekim eki οκτώβριος οκτωβρίου οκτ أكتوبر اكتوبر אוקטובר ตุลาคม ต.ค spalio listopada_ oktobra',
  'november nov novembre noviembre novembro listopad listopada lis marraskuu marraskuuta listopadu novembra noviembrie noiembrie noi ноябрь ноября ноя нояб листопад листопада лист kasım kas νοέμβριος νοεμβρίου νοε نوفمبر נובמבר nóvember พฤศจิกายน พ.ย lapkričio studenoga',
  'december dec dezember dez décembre diciembre dic dicembre dezembro grudzień grudnia gru joulukuu joulukuuta prosinec prosince pro decembra decembrie декабрь декабря дек грудень грудня груд гру aralık ara δεκέμβριος δεκεμβρίου δεκ ديسمبر דצמבר desember ธันวาคม ธ.ค gruodžio prosinca',
]

const byName = new Map<string, number>()
names.forEach((line, index) => {
  for (const name of line.split(' ')) {
    const key = fold(name.normalize('NFKC'))
    if (!byName.has(key)) byName.set(key, index + 1)
  }
})

/** Months that are two words (Levant). */
const pairs: Record<string, number> = {
  'كانون الثاني': 1,
  'تشرين الأول': 10,
  'تشرين الثاني': 11,
  'كانون الأول': 12,
}

/** Number of a month, 1 to 12, by its name in any of the languages known; undefined for any other word. */
export function monthOf(word: string): number | undefined {
  return byName.get(fold(word).replace(/\.$/, '')) ?? pairs[word]
}

/** Hebrew and Arabic put a letter before the name: "ב-8 בפברואר"; recognition may lose a blank: "8 deoutubro". */
export function monthOfPrefixed(word: string): number | undefined {
  const rest = /^(?:[בו](?=\p{L}{3})|de(?=\p{L}{3}))(.*)$/iu.exec(word)?.[1]
  return monthOf(word) ?? (rest === undefined ? undefined : monthOf(rest))
}
