import type { WallSigns } from "./wallSigns.ts"

/** Demands for consent to cookies and advertising. */
export const consentWallSigns: WallSigns = {
  title:
    /^(?:we (?:value|care about|respect) your privacy|(?:your )?(?:privacy|cookie) (?:choices|settings|preferences|consent)|before you continue|cookie (?:consent|notice)|(?:deine|ihre) (?:privatsphäre|einwilligung)|(?:datenschutz|cookie)-?einstellungen|wir (?:schätzen|respektieren) (?:ihre|deine) privatsphäre|(?:le )?respect (?:de )?(?:la|votre) vie privée|gestion des cookies|tu privacidad|(?:la )?tua privacy|consent$)/,
  phrases: [
    // English.
    /\bwe (?:and|&) (?:our|up to) (?:\d[\d,.]* )?(?:third[- ]party |trusted |advertising |vendors|iab )*(?:partners|vendors|third parties)\b/,
    /\bstore and\/or access information on (?:a|your) device\b|\bprocess(?:es|ing)? (?:of )?(?:your )?personal data\b.{0,60}\b(?:cookies|identifiers|browsing)/,
    /\b(?:accept|reject|allow|decline) all(?: cookies)?\b/,
    /\b(?:manage|more|customi[sz]e) (?:your )?(?:options|preferences|choices|settings|cookies)\b|\bcookie (?:settings|preferences)\b/,
    /\bwe (?:value|care about|respect) your privacy\b/,
    /\b(?:withdraw|change|give|revoke) (?:or withdraw )?your (?:consent|choices?|mind|preferences)\b|\b(?:legitimate interest|consent to the use of cookies)\b/,
    /\b(?:we|this (?:web ?)?site) uses? cookies (?:and (?:similar|other) )?.{0,60}\b(?:to|for)\b/,
    /\bpersonali[sz]ed (?:ads|advertising|content)(?: and (?:content|ads)?)?,? .{0,50}(?:measurement|audience)/,
    /\bbefore you continue to\b|\b(?:consent or pay|accept and continue|agree and (?:continue|close)|continue without (?:accepting|agreeing))\b/,
    // German.
    /\bwir (?:und|sowie) (?:unsere|bis zu) (?:\d[\d.]* )?(?:\p{L}+ )?(?:partner|drittanbieter|dienstleister)|\bunsere(?:n|r)? (?:bis zu )?\d[\d.]* partner/u,
    /\b(?:alle (?:cookies )?(?:akzeptieren|ablehnen)|allen? zustimmen|zustimmen und (?:weiter|weiterlesen)|akzeptieren und weiter|nur notwendige)\b/,
    /\binformationen auf (?:einem|ihrem) gerät\b|\bpersonalisierte (?:werbung|anzeigen|inhalte)\b/,
    /\b(?:ihre|deine) (?:einwilligung|zustimmung)\b.{0,80}\b(?:widerrufen|ändern|jederzeit)|\b(?:mit werbung|mit tracking|werbefrei|ohne tracking|pur-abo)\b/,
    /\bwir (?:verwenden|nutzen|setzen) (?:auf .{0,30})?cookies\b|\b(?:ihre|deine) privatsphäre\b|\b(?:cookie|datenschutz|privatsphäre)-?einstellungen\b/,
    // French.
    /\b(?:tout (?:accepter|refuser)|accepter (?:et|&) (?:fermer|continuer)|continuer sans accepter|paramétrer les cookies|gérer mes choix)\b/,
    /\bnos (?:\d[\d\s]* )?partenaires\b.{0,80}\b(?:cookies|données|informations)|\b(?:retirer|modifier) votre (?:consentement|choix)|\bnous utilisons des cookies\b|\b(?:votre|la) vie privée\b/,
    // Spanish and Portuguese.
    /\b(?:aceptar (?:todo|todas|y continuar)|rechazar (?:todo|todas)|configurar cookies|continuar sin aceptar|aceitar (?:tudo|todos))\b/,
    /\bnuestros (?:\d[\d.]* )?socios\b|\b(?:utilizamos|usamos) cookies\b|\b(?:retirar|cambiar) (?:tu|su) consentimiento\b/,
    // Italian.
    /\b(?:accetta (?:tutto|tutti|e (?:continua|chiudi))|rifiuta (?:tutto|tutti)|continua senza accettare|gestisci (?:opzioni|preferenze))\b/,
    /\bi nostri (?:\d[\d.]* )?partner\b|\b(?:utilizziamo|usiamo) (?:i )?cookie\b|\b(?:revocare|modificare) il (?:tuo|suo) consenso\b/,
    // Russian, Dutch, Polish.
    /принять все|мы используем (?:файлы )?cookie|настроить cookie|\bwij en onze (?:\d[\d.]* )?partners\b|\bgepersonaliseerde (?:advertenties|inhoud)\b|\b(?:alles accepteren|wij gebruiken cookies|accepteer alle)\b|\b(?:zaakceptuj wszystkie|używamy plików cookie)/
  ]
}

/** Questions for the age of a visitor. */
export const ageGateSigns: WallSigns = {
  title:
    /^(?:age (?:verification|check|gate|restricted|confirmation)|(?:verify|confirm) your age|are you (?:over|at least|of legal)|altersprüfung|altersverifikation|vérification de l'âge|verificación de edad|verifica dell'età|проверка возраста)/,
  phrases: [
    /\byou must be (?:at least )?(?:18|19|20|21|of legal (?:drinking |smoking )?age)\b.{0,60}\b(?:enter|view|visit|access|continue|site)|\byou must be of legal (?:drinking |smoking )?age\b/,
    /\bare you (?:over|at least|above|older than) (?:the age of )?(?:16|18|19|20|21)\b|\bare you of legal (?:drinking |smoking )?age\b/,
    /\bi am (?:over|at least) (?:18|19|21)\b|\bi(?:'m| am) (?:under|over|not) (?:18|21)\b|\byes,? i am (?:over|of|18|21)/,
    /\b(?:please )?(?:verify|confirm|enter) your (?:age|date of birth|birth ?date)\b|\bage[- ]restricted (?:content|website|site|page|material)\b/,
    /\bby (?:entering|clicking enter).{0,60}\b(?:age|years old|18|21)\b/,
    /\b(?:sind sie|bist du) (?:bereits |schon |mindestens |über )?(?:16|18) ?(?:jahre)?\b|\bmindestens (?:16|18) jahre alt\b.{0,60}|\bich bin (?:über|unter|mindestens) (?:16|18)\b|\b(?:bestätigen sie|bestätige) (?:ihr|dein) alter\b/,
    /\bavez-vous (?:plus de |au moins )?18 ans\b|\bvous (?:devez avoir|avez) (?:plus de |au moins )?18 ans\b|\bj'ai (?:plus|moins) de 18 ans\b/,
    /\b(?:eres|es usted) mayor de (?:edad|18)|\bdebes? (?:ser mayor|tener (?:al menos )?18)|\bsoy (?:mayor|menor) de (?:edad|18)/,
    /\b(?:hai|devi avere) (?:più di |almeno )?18 anni|\bsono maggiorenne\b|вам (?:уже )?(?:есть |исполнилось )?18|мне (?:уже )?(?:есть |исполнилось )?18|\bczy masz (?:ukończone )?18 lat/
  ],
  hints: [/\bdrink responsibly\b|\bexit\b|\bleave (?:this )?(?:site|page)\b/]
}

/** Pages that are not shown in a region. */
export const regionBlockSigns: WallSigns = {
  title:
    /^(?:(?:content |page |site )?(?:not|un) ?available in your (?:region|country|location|area)|451\b|unavailable (?:for legal reasons|in your)|geo[- ]?(?:blocked|restricted))/,
  phrases: [
    /\b(?:not|un|isn't|no longer) ?(?:currently )?(?:available|accessible|offered|viewable)\b.{0,20}\b(?:in|from|to|for) (?:users in |visitors (?:in|from) |readers (?:in|from) )?(?:your|the) (?:current )?(?:region|country|location|area|territory|european economic area|eu\b|european union)/,
    /\b(?:available|accessible|offered) only (?:in|to|from)\b.{0,60}\b(?:region|countr(?:y|ies)|territor(?:y|ies)|residents|licen[cs]ed)\b/,
    /\b(?:blocked|restricted|prohibited|unavailable) (?:in|for|from) your (?:region|country|location|area|ip)|\b(?:from|in) your (?:region|country|location) (?:is|has been|are) (?:not|blocked|restricted)/,
    /\b(?:we recogni[sz]e|it appears|we have detected|we see) (?:that )?you are (?:attempting to access|accessing|visiting|in) .{0,80}\b(?:european economic area|eea|eu|region|country)\b/,
    /\bgeneral data protection regulation\b.{0,200}\b(?:access cannot be granted|cannot grant|unable to (?:offer|provide|serve)|unavailable)|\b(?:rights|licen[cs]ing) (?:restrictions|reasons|agreements)\b.{0,80}\b(?:not|un)/,
    /\bin (?:ihrer|deiner) (?:region|gegend)\b.{0,40}\bnicht (?:verfügbar|zugänglich|abrufbar)|\bin (?:ihrem|deinem) land\b.{0,40}\bnicht|\bnicht in (?:ihrer|deiner) region\b/,
    /\bn'est pas (?:disponible|accessible) dans (?:votre|ta) (?:pays|région|zone)|\bindisponible dans votre (?:pays|région)/,
    /\bno (?:está|se encuentra) disponible en (?:tu|su) (?:país|región|ubicación|zona)|\bnon (?:è )?disponibile (?:nel tuo paese|nella tua (?:regione|area|zona))/,
    /недоступ\p{L}* (?:в|для) (?:вашем|вашей|вашего) (?:стране|регион\p{L}*)|\bniedostępn\p{L}* w (?:twoim|państwa) (?:kraju|regionie)|\bniet beschikbaar in (?:uw|jouw) (?:land|regio)/u
  ]
}

/** Domains without a page of their own: for sale, parked by a registrar, or a server without a site. */
export const parkedDomainSigns: WallSigns = {
  title:
    /^(?:welcome to (?:nginx|apache|centos|the default)|apache2? .{0,30}default page|iis windows server|default (?:web ?site|page)|domain (?:parked|for sale|parking)|(?:this )?domain (?:is for sale|name has expired)|[\w.-]+\.[a-z]{2,} (?:is for sale|- (?:domain )?for sale|is parked)|(?:it works!?|under construction|coming soon|future home of .*)$|domain zu verkaufen|nom de domaine)/,
  phrases: [
    /\b(?:this|the) domain(?: name)?\b.{0,40}\b(?:(?:is|may be) (?:for sale|parked|available|listed|registered)|has (?:expired|recently been registered|been registered))|\bdomain(?: name)? (?:may be|is) for sale\b|\b[\w-]+\.[a-z]{2,8} (?:is|may be) for sale\b/,
    /\b(?:buy|purchase|acquire|get) this domain\b|\b(?:inquire|enquire|make an offer) (?:about|on|for) (?:this|the) domain|\bmake (?:us )?an offer\b.{0,60}\bdomain/,
    /\bparked (?:free|for free|domain|by|at|courtesy)\b|\bdomain parking\b|\brelated (?:searches|links)\b.{0,200}\bdomain\b/,
    /\bif you (?:are|own) the owner of this domain\b|\bare you the (?:domain|site) owner\b|\bthe domain owner\b.{0,80}\b(?:parking|renew|sponsored)/,
    /\bif you see this page, the (?:nginx|web) (?:web )?server is (?:successfully )?(?:installed|working)|\bdefault (?:welcome|web|landing|index)? ?page\b.{0,80}\b(?:server|apache|nginx|host)|\bthis is the default\b/,
    /\b(?:this )?(?:web ?site|site|page) is (?:under construction|coming soon)\b|\bfuture home of\b|\b(?:account|site) (?:has been )?suspended\b/,
    /\bdiese domain\b.{0,60}\b(?:verkauf|geparkt|registriert|erworben)|\bdomain (?:kaufen|steht zum verkauf)/,
    /\bce (?:nom de )?domaine\b.{0,50}(?:à vendre|en vente|expiré|parking|réservé)|\beste dominio\b.{0,40}\b(?:en venta|a la venta|aparcado|caducado)|\bquesto dominio\b.{0,40}\b(?:in vendita|scaduto|parcheggiato)/,
    /(?:этот )?домен.{0,40}(?:прода[её]тся|припаркован|зарегистрирован|выставлен на продажу)|купить (?:этот )?домен|\bta domena\b.{0,40}\b(?:na sprzedaż|wygasła)/
  ]
}

/** Sites that are being maintained. */
export const maintenanceSigns: WallSigns = {
  title:
    /^(?:(?:site |website )?(?:down for |under |scheduled |planned )?maintenance(?: mode| page)?$|(?:we'll|we will) be (?:right )?back|be right back|wartung(?:sarbeiten|smodus)?|maintenance en cours|site en maintenance|(?:en|sitio en) mantenimiento|(?:sito in )?manutenzione|(?:site )?(?:em )?manutenção|технические работы|przerwa techniczna)/,
  phrases: [
    /\b(?:site|website|service|portal|page|system|we)\b.{0,40}\b(?:is|are|'re) (?:currently |temporarily |now |briefly )?(?:(?:down|offline|unavailable|closed) (?:for|due to|because of|during) (?:\p{L}+ )?(?:maintenance|upgrades?|updates?)|(?:undergoing|under|performing|carrying out|doing) (?:some |scheduled |planned |routine |essential )*(?:maintenance|upgrades?))/u,
    /\b(?:we'll|we will|we should) be (?:right )?back (?:soon|shortly|online|up|in a)|\bplease (?:check back|try again|come back|visit us again) (?:soon|shortly|later)\b.{0,120}\bmaintenance|\bmaintenance\b.{0,160}\bplease (?:check back|try again|come back|visit us again)/,
    /\b(?:currently|temporarily) down for (?:scheduled )?maintenance\b|\bsorry for the inconvenience\b.{0,160}\bmaintenance|\bmaintenance\b.{0,160}\b(?:sorry|apologi[sz]e) for (?:the|any) inconvenience/,
    /\b(?:seite|website|webseite|portal|dienst|angebot)\b.{0,80}\b(?:gewartet|wartungsarbeiten|wartung)\b|\bwegen wartungsarbeiten\b|\bwir sind (?:bald|gleich|in kürze) (?:wieder|zurück)/,
    /\bsite\b.{0,50}\b(?:en|pour|cause de) maintenance\b|\bnous (?:serons|revenons) (?:bientôt|de retour|très vite)|\bmaintenance (?:est )?en cours\b/,
    /\b(?:sitio|página|web|portal)\b.{0,60}\bmantenimiento\b|\bvolveremos (?:pronto|en breve)|\bsito\b.{0,40}\bmanutenzione\b|\btorneremo (?:presto|a breve|online)|\b(?:estamos|site|página|portal) .{0,40}em manutenção|\bvoltaremos em breve/,
    /(?:ведутся|проводятся|проведением?) (?:плановы[ехм]* )?технически[ехм]* работ|сайт (?:временно )?(?:недоступен|на обслуживании)|\bprac(?:e|a) (?:techniczn|konserwacyjn)/
  ]
}

/** Lists of the files of a folder. */
export const directoryIndexSigns: WallSigns = {
  title:
    /^(?:index of ?\/|directory (?:listing|of|index)|listing of \/|ftp directory|verzeichnis(?:inhalt)? (?:von|für)? ?\/|[\w.-]+ - \/)/,
  phrases: [
    /\bindex of \/|\b(?:directory listing|listing directory|contents of directory) (?:for|of) \//,
    /\b(?:\[?to )?parent directory\b|(?:^|\s)\.\.\/(?:\s|$)/,
    /\bname\b.{0,6}\blast modified\b.{0,6}\bsize\b/,
    /(?:(?:\d{4}-\d\d-\d\d|\d\d-[a-z]{3}-\d{4}) \d\d:\d\d(?::\d\d)?\s*\|?\s*(?:-|\d[\d.]*\s?[kmg]?b?)\b.{0,80}){2}/
  ]
}
