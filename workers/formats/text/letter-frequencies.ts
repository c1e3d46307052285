/**
 * How often the letters of a language come: first the bits (minus the binary logarithm of its share) of the letters of
 * the first group, then the groups, each half as frequent as the one before. What is rarer than all of them is left
 * out. Counted over every other paragraph of the Universal Declaration of Human Rights (three parts in five) and over
 * names of countries, languages, currencies, months and days as Unicode's CLDR gives them; for Chinese, Japanese and
 * Korean also over the messages of the TypeScript compiler.
 */
export const letterFrequencies: Readonly<Record<string, string>> = {
  en: '3 ea nitorslh dcum gfybp vw kj qz x',
  de: '3 en irastdhu lgco fmkb zwvpä üjö yß',
  fr: '3 e inastrolud cmép g bvhqf xàyk êjz wèîï',
  es: '3 ae oinrsdlct um pbgh yófví áqjé kzú ñx w',
  pt: '3 aeo isrdnt umlc pgb vhfãçq éíjêzóá ºàx õúkâ wy',
  it: '3 iaeo ntlrsd uc gmpzvb hf à kqy wè éùì',
  nl: '2 e n airtod slhgv cmkbjuwpz f  y ë',
  sv: '3 a nretils dkogmähv ufcbö påyj  z w x',
  da: '3 e rnailtsdg okmfh vub pæyåø jc  wz',
  no: '3 e rnatislko gdmv hfubp åyj ø cæ wz',
  fi: '3 ain etsloku ärm vjhypd g bö cf wzš ž',
  is: '3 a nrsielt gumkðf vdoíjóhábþ öéúypæ  ý c z',
  ca: '3 eai sntrlo dcump bg vqàófh éèíj kxòyzúç w',
  pl: '3 ai oenwrz ksycdptulj mbgł hżóśęą ń ćf ź v',
  cs: '4 noaesit vrkáldmupíb zjchýšyéě žčř g úůf wť ň',
  sk: '3 oa neirs kvtlduápmb jhzcčýéy žúšíť gľ fô ów ňďä',
  hu: '3 ea nstlik zoégrmá dybvjh ucöpfó üőí ú  wű',
  sl: '3 aio nervs kjldtpm učbzšg chž  f',
  hr: '3 aio nersvj tkudlpm bzg čžšc hć fđ  y',
  ro: '3 eia rnltou csdpăm ţbgş vfzî âhk jyx w',
  tr: '3 ae inrlk ısmtduyh obvşcü zgçğp fö  j',
  lt: '3 ias trone kumlvjgp ųdbėy ąšžįę cūč zf h',
  lv: '3 ai seutnr āīkobvmlpdj zcšgē  ņļ fūģķh žč',
  et: '3 aies ltun krodmgv õhjpb äü  öfc šž wyz',
  ru: '3 ио аенствр лкдмпяу йбгыьчж зхюц щшф э ъ',
  uk: '3 а оніирвст едклпуям бьзгйюж хцчїє ш фщ',
  bg: '3 аи оентвср кдлп бмзячугъ жйц щх шфю',
  sr: '3 аи оенрсув ктдлмпј бгзчњ шцхљ жђ ћф џ',
  be: '2 а  нірс кывяелодтупмцб гўзчь йэхжюш ф  ё',
  mk: '3 аои нетсрв кдлп умбјзг чшж цњќ фхѓ џ',
  el: '3 α ιοντεκρ σηςπυίμλά δέωθγόή ύχβώ φξζ  ψϊ',
  he: '3 וי להאתרב נמדכשעםח פסזקגטן צף ך   ץ',
  ar: '3 ال يومنر تةدعأبس كفحقهج إشخصغزضذى طء ئظث آ',
  fa: '3 ای وردنمهت بکسل شقزحجعگ خآفپ ئصضط چذأ غظژ ث',
  ur: '3 ای ورنکم ہےسلتدبق ںعحئجشفگ پزصخآڈ ھٹچذ غطضؤ ظ ڑث',
  ja:
    '5 のるすにをは なてンーとルいしでア れ権人利語ま有こラスびけ国かトリイた及べ自的クもらさドが' +
    ' あよジ条保受タフ又第シっつ平ニマバ会社等ロナきィ由くそ対りブ護カコプ パエ定おば教法んモオウグ' +
    '要テ型基ずメェ他デ公己育ュせチッャレポガ日制ベ別選用年ビ島め使サダ力キ月地わソ成治尊何者障セ必ァ' +
    '行言域宣当ネ正 子合所際じ認え限差与家礎立生一出場同諸義上挙み参ギワ厳数加開名ボ追ゴ下問業手段働' +
    '判労奴姻婚律独籍罪裁隷ミ文ツペ連ム化民ピ初指本無非ハ変ョ関う間ォ共主政表ケ効中意位種重類反',
  zh:
    '4 的 人 有权和语 受利不国在亚一或任以法条应第何他并由享类为自家保尔 所对平十加得斯会使其等' +
    '于社拉用克中尼本行个合属是基型生正文巴马二定教护种成选作比元公这土而里格岛婚育及 地件时无性名律' +
    '领普进阿要制纳特方式数庭立罗必意实年日西现达认当出开政之兰索参视切限治能期瓦此表予免刑奴害尊证迫' +
    '遍鉴隶重月导需具大布义多塞前群同非科维确严符解吉各民别承工者依独歧适已业择障卢女投活票籍五 模员' +
    '内明提德过南都指面目与分化福初声联改哥坦序言块值际通可萨举全包项道禁未志步将级入单只度界世力区况' +
    '情每们因回主被据返安圣鲁库控函八反产务术事放照标新三母经九侵儿判审宣宪男础童罪职论称努四引代设乌' +
    '周塔星林命列到须变共了威摩美约接处根发记字先托括少否丹波米郎除器下上位组间展效济相',
  'zh-Hant':
    '4 的 人 和有權文利不第條 由國自或為亞在任何得法受會十於加 中類對行他用享爾本拉二型平教克尼' +
    '以合能使生性所宣斯一宗維各家社其島巴馬式要個而聯時這進別護包種及活定屬項參此 保發重解括西必元地' +
    '大意名成分充信索言集比基罪鑑里作義只納同組日阿案實是律羅下並匯干蘭可群無界數檔工情具住等多年月已' +
    '出六務七促刑尊旨涉模達瓦到四內期治目非公正物科間告值新應才指格南吉產列三 須了布哥塞現普美則載入' +
    '際政改特動息稱主原序失表世休制與些張況想傳那方私嚴被求通事展持均因仰團女學庭心思擊攻水犯男益秩育' +
    '背論譽迫違構威盧薩變員函章烏五算設庫將過瑞聖許福示需開取運星週標選介容結限考來德摩波郎含移安拜未' +
    '單體全接援給丹幣曼洛牙子建釋密秘衣依境步判',
  ko:
    '5 에다 이리의한어가하는사을아니를권자은적인모 로제지정도든진서라보국나스여고일유람기수조르으' +
    '대받동과 또그할부있형신공선법호와등구요시습비없며드위거회바식되합트파러된우마프용성야소 노상크' +
    '해카교누세당통디게루장월반예별존느치전필중레만육생개오및차타키간함변속른단내문언초계따피체경화코' +
    '평떠티실포연원남브근참란투태추달재년페토않베록직무네미엄혼매 표터접본운력탄입목주독결행랑메것택' +
    '종들능업히영금녀방확웨클역완출민발래환름류말현버듈명약향활케산앞처린격관증술져립강였쿠률박죄판폭' +
    '헌질',
}
