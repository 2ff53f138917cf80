/** What gives a kind of page away that stands where an article should be. All in lower case, with straight apostrophes. */
export interface WallSigns {
  /** Matches the title of such a page, and hardly of an article. */
  readonly title: RegExp
  /** Phrases of such a page; each counts once. */
  readonly phrases: ReadonlyArray<RegExp>
  /** Phrases that articles use, too: they count beside a title or a phrase, and on pages of very few words. */
  readonly hints?: ReadonlyArray<RegExp>
}

/** Checks for robots: interstitials of content networks, captchas, demands for JavaScript. */
export const robotCheckSigns: WallSigns = {
  title:
    /^(?:just a moment|attention required|access (?:to this page has been )?denied|are you (?:a )?(?:human|robot)|robot check|security (?:check|verification)|verif(?:y|ying) (?:that )?you are (?:a )?human|human verification|pardon our interruption|ddos-guard|one more step|bot verification|request (?:rejected|blocked)|please wait|checking your browser|einen moment|un instant|un momento)\b/,
  phrases: [
    /\benable (?:javascript and cookies|cookies and javascript|cookies) to continue\b/,
    /\b(?:please |you need to )(?:enable|turn on|activate) javascript\b|\bjavascript is (?:disabled|required|not enabled)\b|\brequires javascript\b/,
    /\bchecking (?:your browser|if the site connection is secure)\b/,
    /\b(?:verify|confirm|prove) (?:that )?you(?:'re| are) (?:a )?(?:human|not a robot)\b|\bverifying you are human\b/,
    /\bneeds to review the security of your connection\b/,
    /\bunusual (?:traffic|activity) (?:from|coming from|on) your (?:computer|network|ip|device)\b/,
    /\b(?:complete|solve|enter) the (?:captcha|security check)\b|\bcharacters you see in the image\b/,
    /\bpress (?:and|&) hold\b/,
    /\bcloudflare ray id\b|\bray id: [0-9a-f]{8}/,
    /\byou (?:have been|don't have permission to|do not have permission to) (?:blocked|access)\b/,
    /\b(?:automated|bot) (?:access|requests?|traffic) (?:to this (?:page|site) )?(?:is|are|was|were) (?:not allowed|denied|detected|blocked)\b/,
    /\bthe request could not be satisfied\b|\breference #[0-9a-f.]{8}/,
    /\bbitte (?:aktivieren sie javascript|bestätigen sie,? dass sie (?:ein mensch|kein roboter) sind)\b/,
    /\bveuillez (?:activer javascript|confirmer que vous (?:êtes humain|n'êtes pas un robot))|\bpor favor,? (?:active|habilite) javascript\b|\bconfirme que no es un robot\b/,
    /подтвердите,? что (?:вы не робот|запросы отправляли вы)|включите (?:поддержку )?javascript|\b(?:conferma|verifica) di non essere un robot\b/
  ]
}

/** Log-in and pay walls. */
export const loginWallSigns: WallSigns = {
  title:
    /^(?:log ?in|sign ?in|sign ?up|log on|login required|please (?:log|sign) in|member login|subscribe(?: now)?|subscription required|anmelden|anmeldung|connexion|iniciar sesión|accedi|вход)(?:$|[\s|:·–—-])/,
  phrases: [
    /\b(?:log|sign) ?in (?:or (?:register|sign up|subscribe|create an account) )?to (?:continue|read|view|access|see|your account)\b/,
    /\byou (?:must|need to|have to) (?:be (?:logged|signed) in|log in|sign in|subscribe|register)\b/,
    /\bsubscribe (?:now )?(?:to|and) (?:continue|keep) reading\b|\bto continue reading\b|\bcontinue reading (?:with|by subscribing)\b/,
    /\b(?:this|the full) (?:article|content|story|page) is (?:only )?(?:available |reserved |exclusive )?(?:for|to|exclusively for) (?:our )?(?:subscribers|members|registered)\b/,
    /\bsubscribers? only\b|\bsubscriber exclusive\b|\bexclusive to (?:subscribers|members)\b/,
    /\balready (?:a subscriber|subscribed|have an account|a member)\b/,
    /\b(?:create|register for) (?:a|your) free account\b/,
    /\bforgot(?:ten)? (?:your )?password\b|\bremember me\b|\bkeep me (?:logged|signed) in\b/,
    /\byou(?:'ve| have) (?:reached|used|read) (?:your|all|the) .{0,30}(?:free )?(?:articles?|limit)\b/,
    /\bunlock (?:this|the full) (?:article|story|content)\b/,
    // German.
    /\b(?:weiterlesen|jetzt) mit .{0,30}abo\b|\bnur für (?:abonnent|registrierte)|\b(?:exklusiv|lesen sie) .{0,40}(?:für abonnent|mit ihrem abo)|\babonnieren(?: sie)?,? um (?:weiter|diesen)/,
    /\bbereits (?:abonnent|registriert|kunde)|\bmelden sie sich an,? um\b|\b(?:dieser|den ganzen) artikel .{0,30}(?:kostenpflichtig|abonnent)/,
    /\b(?:sie|du) (?:möchten|wollen|möchtest|willst) weiterlesen\b|\bteil (?:unseres|des) .{0,20}plus[- ]?(?:angebots|abos)\b/,
    /\bbereits ein (?:\p{L}+-?)?abo\b|\bjetzt (?:\d+ (?:tage|monate) |einen monat )?.{0,20}testen und (?:alle|weiter)/u,
    // French.
    /\bréservé (?:aux|à nos) abonné|\bil vous reste .{0,12}(?:%|pour cent) de (?:cet article|ce contenu)/,
    /\bdéjà abonné|\babonnez-vous (?:pour|et) |\bconnectez-vous pour (?:lire|continuer|accéder)|\bpour lire la suite\b|\bidentifiez-vous pour\b/,
    // Spanish and Portuguese.
    /\b(?:solo|exclusivo|reservado) para (?:suscriptores|abonados|usuarios registrados)|\bcontenido exclusivo\b|\bexclusivo para assinantes\b/,
    /\bya (?:eres|es|está) (?:suscriptor|suscrito)|\bsuscríb(?:ete|ase) (?:para|y) |\binicia(?:r)? sesión para (?:continuar|leer|seguir)|\bpara (?:seguir|continuar) leyendo\b|\bjá é assinante\b|\bassine para\b/,
    // Italian.
    /\b(?:riservato|solo|esclusiva) (?:agli|per gli|ai) (?:abbonati|utenti registrati)|\bsei già abbonato|\babbonati (?:per|e) |\baccedi per (?:leggere|continuare)|\bper continuare a leggere\b/,
    // Russian and Polish.
    /только для (?:подписчиков|зарегистрированных)|(?:оформите|по) подписк[уе]|войдите,? чтобы (?:читать|продолжить)|уже подписаны|чтобы читать дальше/,
    /\bdostęp(?:ne|ny)? (?:tylko )?dla (?:abonentów|subskrybentów|zalogowanych)|\bzaloguj się,? aby\b|\balleen voor abonnees\b|\breeds abonnee\b/
  ]
}

/** Error pages that a server sends with a status of success. */
export const errorPageSigns: WallSigns = {
  title:
    /^(?:(?:error )?(?:40[0-9]|410|50[0-9])\b|(?:http )?error\b(?! (?:analysis|bars?|rates?|correction|in|of)\b)|(?:the )?page (?:not|cannot be|could not be|can't be) (?:found|displayed|loaded)|not found$|oops\b|page (?:unavailable|removed|missing|does not exist)|(?:bad|internal|service|gateway) (?:request|server error|unavailable|gateway|timeout|time-out)$|(?:temporarily|site) unavailable|(?:die )?seite (?:wurde )?nicht gefunden|(?:cette )?page (?:introuvable|non trouvée|inexistante)|página (?:no|não) encontrada|pagina (?:non trovata|inesistente|niet gevonden)|(?:ошибка 404|страница не (?:найдена|существует))|nie znaleziono strony|strona nie istnieje)|[-|:–—·] ?(?:404|page not found|not found|seite nicht gefunden|page introuvable|página no encontrada|pagina non trovata|страница не найдена)$|\b404\b.{0,20}\bnot found\b/,
  phrases: [
    /\b(?:page|article|document|file|resource|url|content|story|address) (?:that )?(?:you(?:'re| are| were)? (?:requested|looking for|look(?:ed)? for|trying to (?:reach|access|view|find))|requested)?,? ?(?:could not|cannot|can't|couldn't|was not|wasn't|is not|isn't) (?:be )?(?:found|available|located)\b/,
    /\b(?:page|article|document|url|content|story) (?:that )?(?:you(?:'re| are| were)? (?:requested|looking for|trying to (?:reach|access|view|find)) )?(?:does not|doesn't|no longer|may no longer|might no longer) exists?\b/,
    /\b(?:may|might|has|could) have been (?:moved|removed|deleted|renamed)\b|\bhas been (?:moved or deleted|removed or renamed|moved or removed)\b/,
    /\b(?:we )?(?:can't|couldn't|could not|cannot|can not) find (?:the|that|this) (?:page|article|content)\b/,
    /\b(?:404|410) (?:error|not found|page not found)\b|\berror (?:code:? )?(?:404|410|500|502|503)\b/,
    /\bcheck the (?:url|address|spelling|link)\b|\b(?:mistyped|misspelled) the address\b/,
    /\bsomething went wrong\b|\ban (?:unexpected |internal )?error (?:has )?occurred\b|\binternal server error\b/,
    // German.
    /\b(?:seite|artikel|dokument|inhalt)\b.{0,60}(?:nicht gefunden|existiert (?:leider )?nicht|nicht (?:mehr )?(?:vorhanden|verfügbar))|\bkonnte(?:n)? .{0,40}nicht gefunden werden/,
    // French.
    /\b(?:page|article|document) .{0,60}(?:n'existe (?:pas|plus)|est introuvable|n'a pas été trouvée?|n'est (?:pas|plus) disponible)/,
    // Spanish and Portuguese.
    /\b(?:página|artículo|contenido|documento|artigo) .{0,60}(?:no existe|no se (?:ha )?encontr|no está disponible|não (?:existe|foi encontrad))|\bno (?:hemos podido|pudimos|podemos) encontrar (?:la página|el)/,
    // Italian.
    /\b(?:pagina|articolo|contenuto|documento) .{0,60}(?:non esiste|non è (?:stat[ao] trovat[ao]|più disponibile|disponibile)|inesistente)|\bnon (?:abbiamo trovato|riusciamo a trovare) la pagina/,
    // Russian, Ukrainian and Polish.
    /(?:страниц|стать|документ|материал).{0,60}(?:не найден|не существует|удал[её]н|больше не доступ)|сторінк.{0,40}не (?:знайдено|існує)|\bstron[ay] .{0,40}nie (?:istnieje|została znaleziona)/,
    /\bpagina .{0,40}(?:niet gevonden|bestaat niet)|\bsidan .{0,40}(?:finns inte|hittades inte)|ページが見つかりません|页面不存在|找不到(?:该|此)?页面|페이지를 찾을 수 없습니다/
  ],
  hints: [
    /\b(?:go|return|back) to (?:the )?(?:home ?page|home)\b|\b(?:zurück zur startseite|retour à l'accueil|volver al inicio|torna alla home)|на главную/,
    /\b(?:temporarily|currently) (?:unavailable|down)\b/,
    /\bnginx\/?[\d.]*\b|\bapache\/[\d.]+|\bguru meditation\b/
  ]
}
