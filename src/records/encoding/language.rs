//! The most frequent letters of each language.

/// A language that the encoding detection can recognize.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// Chinese in simplified characters, detected as GB18030.
    SimplifiedChinese,
    /// Chinese in traditional characters, detected as Big5.
    TraditionalChinese,
    /// Japanese, detected as Shift_JIS or EUC-JP.
    Japanese,
    /// Korean, detected as EUC-KR.
    Korean,
    /// Russian, detected as windows-1251 or KOI8-R.
    Russian,
    /// Languages of Western Europe, detected as windows-1252.
    WesternEuropean,
}

/// The frequency class of a character in texts of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterRank {
    /// One of the hundred most frequent characters, or a letter of a small alphabet.
    Top,
    /// One of the next few hundred.
    Frequent,
    /// A punctuation mark, or a digit or letter in full width.
    FullWidth,
    /// Another character of the standard's first level.
    FirstLevel,
    /// Katakana in half width.
    HalfWidth,
    /// A character of the standard's second level.
    SecondLevel,
    /// A letter of another script, a box-drawing character, or a character found only in extensions.
    Odd,
    /// A character of the private use area.
    Private,
}

impl LetterRank {
    /// Returns the cost of one character of the class, in tenths of a nat: the negative logarithm of the class's share
    /// in names and comments divided by its number of characters.
    pub fn costs(self) -> u32 {
        match self {
            LetterRank::Top => 55,
            LetterRank::Frequent => 68,
            LetterRank::FullWidth => 75,
            LetterRank::FirstLevel => 95,
            LetterRank::HalfWidth => 90,
            LetterRank::SecondLevel => 115,
            LetterRank::Odd => 135,
            LetterRank::Private => 180,
        }
    }
}

impl Language {
    /// Classifies a two-byte character.
    pub fn rank(self, c: char, is_first_level: bool) -> LetterRank {
        match c {
            '\u{e000}'..='\u{f8ff}' => return LetterRank::Private,
            '\u{3000}'..='\u{3020}'
            | '\u{ff01}'..='\u{ff5e}'
            | '·'
            | '•'
            | '—'
            | '…'
            | '“'
            | '”' => {
                return LetterRank::FullWidth;
            }
            'ぁ'..='ん' | 'ァ'..='ー' if self == Language::Japanese => return LetterRank::Top,
            _ => {}
        }
        match self.letters().find(c) {
            Some(byte) if byte < 3 * 100 => LetterRank::Top,
            Some(_) => LetterRank::Frequent,
            None if is_first_level => LetterRank::FirstLevel,
            None if matches!(c, '\u{4e00}'..='\u{9fff}') => LetterRank::SecondLevel,
            None => LetterRank::Odd,
        }
    }

    /// Returns the most frequent characters of a language with many, the most frequent first. Words of games and names
    /// come earlier than their frequency in other texts.
    fn letters(self) -> &'static str {
        match self {
            Language::SimplifiedChinese => SIMPLIFIED,
            Language::TraditionalChinese => TRADITIONAL,
            Language::Japanese => JAPANESE,
            Language::Korean => KOREAN,
            Language::Russian | Language::WesternEuropean => "",
        }
    }

    /// Returns the cost of a non-ASCII letter after another character, in a single-byte encoding.
    pub fn letter_costs(self, before: char, c: char) -> Option<u32> {
        match self {
            Language::Russian => russian_costs(before, c),
            _ => western_costs(before, c),
        }
    }

    /// Returns the cost of an ASCII character after the non-ASCII letter `before`.
    pub fn neighbor_costs(self, before: char, c: char) -> u32 {
        let is_foreign =
            self == Language::Russian && is_cyrillic(before) && c.is_ascii_alphabetic();
        if is_foreign { FOREIGN_NEIGHBOR } else { 0 }
    }
}

/// Cost of an ASCII letter and a Russian one in the same word.
const FOREIGN_NEIGHBOR: u32 = 45;

fn is_cyrillic(c: char) -> bool {
    matches!(c, 'Ё' | 'ё' | 'А'..='я')
}

/// Returns the cost of a Russian letter: its frequency, and a change of case within a word.
fn russian_costs(before: char, c: char) -> Option<u32> {
    let lower = c.to_lowercase().next()?;
    let costs = match lower {
        'о' | 'е' | 'а' | 'и' | 'н' => 25,
        'т' | 'с' | 'р' | 'в' | 'л' | 'к' => 30,
        'м' | 'д' | 'п' | 'у' | 'я' | 'ы' | 'ь' | 'г' | 'з' | 'б' | 'ч' | 'й' => 40,
        'х' | 'ж' | 'ш' | 'ю' | 'ц' | 'щ' | 'э' | 'ф' => 52,
        'ё' | 'ъ' => 62,
        '«' | '»' | '—' | '–' | '№' | '\u{a0}' | '…' => 60,
        '\u{fffd}' | '\u{80}'..='\u{9f}' => return None,
        _ => 100,
    };
    let is_upper = c.is_uppercase();
    let change = match before {
        _ if !is_cyrillic(c) => 0,
        _ if before.is_ascii_alphabetic() => FOREIGN_NEIGHBOR,
        _ if is_cyrillic(before) && before.is_lowercase() && is_upper => 40,
        _ if is_cyrillic(before) && is_upper => 8,
        _ => 0,
    };
    let start = match lower {
        _ if before.is_alphabetic() || !is_cyrillic(c) => 0,
        // No word begins with these.
        'й' | 'ы' | 'ь' | 'ъ' => 30,
        // Names begin with a capital.
        _ if !is_upper => 5,
        _ => 0,
    };
    Some(costs + change + start)
}

/// Returns the cost of a Western European character. Accented letters usually stand among unaccented ones.
fn western_costs(before: char, c: char) -> Option<u32> {
    let costs = match c {
        'é' | 'ö' | 'ü' | 'ä' | 'ó' | 'á' | 'í' | 'ø' | 'å' | 'è' | 'ñ' | 'ç' | 'ß' | 'ã' | 'ô'
        | 'ê' | 'à' | 'ú' => 45,
        'Ö' | 'Ü' | 'Ä' | 'É' | 'Å' | 'Ø' | 'Á' | 'À' | 'Ç' | 'Ó' | 'È' => 55,
        'â' | 'ë' | 'î' | 'ï' | 'ò' | 'ù' | 'û' | 'æ' | 'õ' | 'ý' | 'ì' | 'ð' | 'þ' | 'œ' | 'š'
        | 'ž' => 55,
        '’' | '–' | '“' | '”' | '…' | '«' | '»' | '°' | '\u{a0}' | '—' | '‘' | '€' => {
            55
        }
        c if c.is_alphabetic() => 70,
        '\u{80}'..='\u{9f}' | '\u{fffd}' => return None,
        _ => 85,
    };
    let run = if before.is_ascii() { 0 } else { 35 };
    let is_inside = before.is_ascii_lowercase() && c.is_uppercase();
    Some(costs + run + if is_inside { 35 } else { 0 })
}

const SIMPLIFIED: &str = "的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏胜黑棋围局段杯赛盘负冠军决弈手联职业锦标甲邀请第届轮组胜番挑战霸天元名人本因坊让子先后贴目半中押白黑罗陈杨赵吴徐孙胡朱高林何郭马柯洁古力常昊聂卫平刘孔杰邱峻周睿羊时越唐韦星芈昱廷连笑杨鼎新范蕴若谢尔豪丁浩辜梓党毅江维檀啸彭荃俞斌曹大元钱宇平华以刚曾宋蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢姜崔钟谭陆汪范金石廖贾夏付方邹熊孟秦阎薛侯雷龙史陶黎贺顾毛郝龚邵钱严覃武戴莫孔向汤禁珠五连";
const TRADITIONAL: &str = "的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書比住員九笑性通目華報立馬命張活難神數件安表原車白應路期叫死常提感金何更反合放做系計或司利受光王果親界及今京務制解各任至清物台象記邊共風戰幹接它許八特覺望直服毛林題建南度統色字請交愛讓認算論百吃義科怎元社術結六功指思非流每青管夫連遠資隊跟帶花快條院變聯言權往展該領傳近留紅治決周保達辦運武半候七必城父強步完革深區即求品士轉量空甚眾技輕程告江語英基派滿式李息寫呢識極令黃德收臉錢黨倒未持取設始版雙歷越史商千片容研像找友孩站廣改議形委早房音火際則首單據導影失拿網香似斯專石若兵弟誰校讀志飛觀爭究包組造落視濟喜離雖壞勝黑棋圍局段盃杯賽盤負冠軍決弈職業錦標甲邀屆輪番挑霸坊貼押臺灣省縣陳楊趙吳徐孫胡朱郭劉林蔡曾許鄭謝洪邱廖賴潘葉蘇呂魏蔣杜丁沈姚盧薑崔鐘譚陸汪范廖賈夏付鄒熊孟秦閻薛侯雷龍陶黎賀顧龔邵嚴覃戴莫孔湯禁珠哲宇俊豪志偉建宏家瑋婷佳怡雅雯淑惠詹蕭羅周柏翰承恩彥廷冠翔海峰立誠正義宗翰士傑";
const JAPANESE: &str = "日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤町常校料沢裁状工建語球営空職証土与急止送援供可役構木割聞身費付施切由説転食比難防補車優夫研収断井何南石足違消境神番規術護展態導鮮備宅害配副算視条幹独警宮究育席輸訪楽起万着乗店述残想線率病農州武声質念待試族象銀域助労例然早張映限親額監環験追商葉義伝働形景落欧担好退準賀訴辺造英被株頭技低毎医復仕去姿味負閣渡失移差個門写評課末守若脳極種美岡影命含福蔵量望松非観察段横型白深字答夜製黒碁囲棋盤戦譜坊因押珠聖将杯挑秀芳吉林趙治勲依紀基羽根直樹張栩井裕太村佐藤鈴木渡辺伊山小斎加中清吉池阿橋石前長岡近坂福青藤遠西岩竹内丸崎原谷浅菊久千松岸河酒森島宇野水菅俊隆弘博浩幸昭和也介郎太次彦雄夫美恵子佳由香里奈段級互先置禁";
const KOREAN: &str = "이다는의에을가고지하도로은를한기사어리아자서인나대시라해정그만수스일있으들게장전보부제것여면상주구오세마원조과안우연동말소성문국생공신무치되경물선위내없트방모유진간관적람때미속중화비계발러려실거회당년체김박최윤임송홍권황양손배백허노남심현영민준석철호훈희재용욱환태창승병규바둑흑돌단결왕명천목집불반패초번급강합본호선음식데았었르드니야네건날며씨외복입향토월할분산요와더두저개업형행달추습타너히통프레크루살메운피후력학교파설차각란검감품종광변특북서활편버순디직곳포테키카티코함표얼론담역집책터색금접염험근확투범축독열길머째층저절높른새롭늘글잘못온참류큰많같받된였졌겠께끼린란련령례름릉릭립링맹멸몽묘벌별봉빈빛뿐삼써쓰옥완웅월율은응익잔잡족존질찬채초촌측큐탁탄탈토판평필핵혁혜흥힘";
