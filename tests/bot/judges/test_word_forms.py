"""Which Turkish words are forms of headwords, and which are meant by one typed without the marks of its letters."""

import pytest

from bot.judges.inflection import find_headword
from bot.judges.word_judge import marked_spellings
from engine.alphabet import load_alphabet
from engine.lexicon import load_lexicon

WORDS = load_lexicon("tr")

FORMS = """
KİTAPLAR KİTAP · KİTABI KİTAP · KİTABA KİTAP · KİTAPTA KİTAP · KİTAPTAN KİTAP · KİTABIN KİTAP · KİTAPLA KİTAP
KİTABIM KİTAP · KİTABIMIZ KİTAP · KİTABINIZ KİTAP · KİTAPLARI KİTAP · KİTAPLARIMIZDAN KİTAP · KİTABINDA KİTAP
KİTABIYLA KİTAP · KİTAPLARDAKİ KİTAP · KİTAPTAKİLER KİTAP · KİTABINKİ KİTAP · KALEMLER KALEM · KALEMİ KALEM
EVDE EV · EVLER EV · EVE EV · EVİMİZDE EV · EVDEKİLERİN EV · EVLERDEN EV · EVİYLE EV
ARABAYI ARABA · ARABAM ARABA · ARABASI ARABA · ARABAYA ARABA · ARABAYLA ARABA · ARABALARINA ARABA
KÖPEĞİ KÖPEK · KÖPEKTEN KÖPEK · ÇOCUĞUN ÇOCUK · ÇOCUKLARIMIZDAN ÇOCUK · AĞACI AĞAÇ · AĞAÇLAR AĞAÇ
RENGİ RENK · RENKLER RENK · KANADI KANAT · KANATLAR KANAT · BULUTU BULUT · SANATI SANAT · KURDU KURT · ATI AT
GÜÇLER GÜÇ · DİBİNDE DİP · KÖKÜ KÖK · YURDA YURT · İPİ İP · EKMEĞİ EKMEK · PARMAĞIM PARMAK · IRMAKLAR IRMAK
AĞZI AĞIZ · AĞIZLAR AĞIZ · BURNUM BURUN · OĞLU OĞUL · ŞEHRİ ŞEHİR · ŞEHİRLER ŞEHİR · VAKTİ VAKİT · NEHRE NEHİR
RESMİMİZ RESİM · ALNINDA ALIN · KARNIM KARIN · ÖMRÜMÜZ ÖMÜR · KAYBI KAYIP · FİKRİNİ FİKİR
HAKKI HAK · HAKLAR HAK · HİSSİM HİS · SIRRI SIR · TIBBI TIP · HATTI HAT
SAATİ SAAT · SAATLER SAAT · ROLÜ ROL · GOLLER GOL · DİKKATİ DİKKAT · ALKOLÜ ALKOL · HAYALİM HAYAL · HARFLER HARF
SUYU SU · SUYUN SU · SULAR SU · SUDA SU · KUŞUN KUŞ · GÖZÜM GÖZ · GÖZLER GÖZ · ATLAR AT · OKULDAN OKUL
GELDİ GELMEK · GELDİM GELMEK · GELDİLER GELMEK · GELMEDİ GELMEK · GELMİŞ GELMEK · GELİYORUM GELMEK
GELMİYOR GELMEK · GELİYORDU GELMEK · GELECEKLER GELECEK · GELECEKSİN GELMEK · GELMEZ GELMEK · GELİRSE GELMEK
GELSİN GELMEK · GELSE GELMEK · GELSEYDİ GELMEK · GELMELİYİM GELMEK · GELELİM GELMEK
GELEREK GELMEK · GELMEYİNCE GELMEK · GELİP GELMEK · GELMEDEN GELME · GELDİKÇE GELMEK · GELDİĞİMDE GELMEK
GELEBİLİR GELMEK · GELENLER GELEN · GEL GELMEK · GELMEKTEN GELMEK · GELMEKTEYDİM GELMEK
YAZDI YAZMAK · YAPTI YAPMAK · YAPARIM YAPMAK · YAPARKEN YAPMAK · YAPMAZLAR YAPMAK · SEVERİZ SEVMEK
OKUDU OKUMAK · OKUYOR OKUMAK · OKUYACAĞIM OKUMAK · OKUYAN OKUMAK · OKUYUP OKUMAK · OKUMUYORUZ OKUMAK
BAŞLIYOR BAŞLAMAK · OYNUYORLAR OYNAMAK · SÖYLÜYOR SÖYLEMEK · ANLIYORUM ANLAMAK · BEKLERDİK BEKLEMEK
GİT GİTMEK · GİTMİŞTİM GİTMEK · GİDİYOR GİTMEK · GİDERSE GİTMEK · GİDECEĞİZ GİTMEK · EDERİM EDER
ETTİM ETMEK · EDİYOR ETMEK · KAYBEDEN KAYBETMEK · KAYBETTİK KAYBETMEK · TADIYOR TATMAK
DEDİ DEMEK · DİYOR DEMEK · DİYECEK DEMEK · YEMİŞLER YEMİŞ · YİYOR YEMEK · YİYENLER YEMEK
GÖRÜYOR GÖRMEK · BİLİYORDUM BİLMEK · ÖLDÜ ÖLMEK · KOŞUYOR KOŞMAK · SORUYOR SORMAK · UYUDUM UYUMAK
GÖRÜŞÜRÜZ GÖRÜŞMEK · KONUŞALIM KONUŞMAK · ÖĞRETİR ÖĞRETMEK · ÖĞRETEN ÖĞRETMEK
HASTAYIM HASTA · GÜZELDİ GÜZEL · EVDEYDİK EV · ÇOCUKKEN ÇOCUK · ÖĞRETMENSİN ÖĞRETMEN · KÖTÜYMÜŞ KÖTÜ
"""

NO_FORMS = """
KİTAPLER KİTAPDA KİTAPI KİTAPIM KİTAPSİ KALEMLAR KALEMTA EVLAR EVDA EVTE EVYE EVNİN KÖPEKİ KÖPEĞLER KÖPEGİ
AĞACLAR ARABAIM ARABAİ RENKİ RENĞİ KANATI KURTU ATDAN ŞEHİRİ AĞIZI OĞULU VAKİTİ HİSİ SAATLAR SAATI ROLU GOLLAR
DİKKATI GELMAK GELDI GELTİ GELER GELMİYORIM GELECEKİM GELMEZİM YAPIR YAPTİ YAPDI SEVİR OKUYUR OKUIYOR BAŞLAYOR
OYNAYOR GİTİYOR GİDTİ EDTİM DEYOR DEYECEK ÖĞREDİR KOŞIYOR DAMIYOR VELER ÇÜNKÜLER EVETİ XYZLAR LAR LERİ DIR
ŞŞŞLAR GELMEKLER GELMEĞİM KİTAPLARLAR EVDEDEN KİTAPINI ÖĞRETMENIM İSTANBULDA MEHMETLER
"""

PAIRS = [pair.split() for line in FORMS.splitlines() for pair in line.split("·") if pair.split()]


def test_a_form_leads_to_its_headword() -> None:
    for form, whole in PAIRS:
        assert form not in WORDS
        assert find_headword(form, WORDS.__contains__) == whole, form


def test_what_only_looks_inflected_leads_nowhere() -> None:
    for word in NO_FORMS.split():
        assert word not in WORDS
        assert find_headword(word, WORDS.__contains__) is None, word


@pytest.mark.parametrize("word", ["A", "AA", "Ş", "KK", "Ğ" * 17, "LARLARLARLARLAR"])
def test_odd_words_lead_nowhere(word: str) -> None:
    assert find_headword(word, WORDS.__contains__) is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("kagit", ["KAĞIT"]),
        ("KAGIT", ["KAĞIT"]),
        ("cicek", ["ÇİÇEK"]),
        ("CICEK", ["ÇİÇEK"]),
        ("isik", ["IŞIK"]),
        ("şik", ["ŞIK"]),
        ("sogukkanlilik", ["SOĞUKKANLILIK"]),
        ("kalem", []),
        ("çat", []),
        ("qwx", []),
        ("i" * 60, []),
    ],
)
def test_turkish_words_are_found_by_the_letters_of_any_keyboard(typed: str, meant: list[str]) -> None:
    letters = load_alphabet("tr")
    assert marked_spellings(letters.normalise(typed), letters, load_lexicon("tr")) == meant


@pytest.mark.parametrize(("language", "word"), [("en", "CAFE"), ("en", "WATER"), ("uk", "ГРУНТ"), ("uk", "ІЖАК")])
def test_other_languages_have_no_such_words(language: str, word: str) -> None:
    assert marked_spellings(word, load_alphabet(language), load_lexicon(language)) == []
