/** What gives a kind of page away that stands where an article should be. All in lower case, with straight apostrophes. */
export interface WallSigns {
  /** Matches the title of such a page, and hardly of an article. */
  readonly title: RegExp
  /** Phrases of such a page; each counts once. */
  readonly phrases: ReadonlyArray<RegExp>
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
    /\bveuillez activer javascript\b|\bpor favor,? (?:active|habilite) javascript\b/
  ]
}

/** Log-in and pay walls. */
export const loginWallSigns: WallSigns = {
  title:
    /^(?:log ?in|sign ?in|sign ?up|log on|login required|please (?:log|sign) in|member login|subscribe(?: now)?|subscription required|anmelden|anmeldung|connexion|iniciar sesión)(?:$|[\s|:·–—-])/,
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
    /\b(?:weiterlesen|jetzt) mit .{0,30}abo\b|\bnur für abonnenten\b|\bréservé aux abonnés\b|\bsolo para suscriptores\b/
  ]
}

/** Error pages that a server sends with a status of success. */
export const errorPageSigns: WallSigns = {
  title:
    /^(?:(?:error )?(?:40[0-9]|410|50[0-9])\b|(?:http )?error\b(?! (?:analysis|bars?|rates?|correction|in|of)\b)|(?:the )?page (?:not|cannot be|could not be|can't be) (?:found|displayed|loaded)|not found$|oops\b|page (?:unavailable|removed|missing|does not exist)|(?:bad|internal|service|gateway) (?:request|server error|unavailable|gateway|timeout|time-out)$|(?:temporarily|site) (?:unavailable|maintenance|under maintenance)|seite nicht gefunden|page introuvable|página no encontrada)|[-|:–—·] ?(?:404|page not found|not found)$|\b404\b.{0,20}\bnot found\b/,
  phrases: [
    /\b(?:page|article|document|file|resource|url|content|story|address) (?:that )?(?:you(?:'re| are| were)? (?:requested|looking for|look(?:ed)? for|trying to (?:reach|access|view|find))|requested)?,? ?(?:could not|cannot|can't|couldn't|was not|wasn't|is not|isn't) (?:be )?(?:found|available|located)\b/,
    /\b(?:page|article|document|url|content|story) (?:that )?(?:you(?:'re| are| were)? (?:requested|looking for|trying to (?:reach|access|view|find)) )?(?:does not|doesn't|no longer|may no longer|might no longer) exists?\b/,
    /\b(?:may|might|has|could) have been (?:moved|removed|deleted|renamed)\b|\bhas been (?:moved or deleted|removed or renamed|moved or removed)\b/,
    /\b(?:we )?(?:can't|couldn't|could not|cannot|can not) find (?:the|that|this) (?:page|article|content)\b/,
    /\b(?:404|410) (?:error|not found|page not found)\b|\berror (?:code:? )?(?:404|410|500|502|503)\b/,
    /\bcheck the (?:url|address|spelling|link)\b|\b(?:mistyped|misspelled) the address\b/,
    /\bsomething went wrong\b|\ban (?:unexpected |internal )?error (?:has )?occurred\b|\binternal server error\b/,
    /\b(?:go|return|back) to (?:the )?(?:home ?page|home)\b/,
    /\b(?:temporarily|currently) (?:unavailable|down for maintenance)\b|\bscheduled maintenance\b/,
    /\bnginx\/?[\d.]*\b|\bapache\/[\d.]+|\bguru meditation\b/
  ]
}
