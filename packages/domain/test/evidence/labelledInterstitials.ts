import type { LabelledPage } from "./labelledPages.ts"

const walls: ReadonlyArray<readonly [LabelledPage["label"], title: string, text: string]> = [
  [
    "consent_wall",
    "We value your privacy",
    "We and our 842 partners store and/or access information on a device, such as cookies, and process personal data such as unique identifiers for personalised ads and content, measurement and audience insights. You may accept all or manage your options. You can withdraw your consent at any time in the footer of the site."
  ],
  [
    "consent_wall",
    "Example Daily",
    "Before you continue to Example Daily\n\nWe use cookies and similar data to keep the service running and to measure how it is used. If you choose Accept all, we also use them for personalised ads. Reject all\nAccept all\nMore options"
  ],
  [
    "consent_wall",
    "Beispiel-Zeitung",
    "Willkommen bei der Beispiel-Zeitung\n\nLesen Sie mit Werbung oder im werbefreien Pur-Abo. Mit Ihrer Zustimmung speichern wir und unsere bis zu 180 Partner Informationen auf Ihrem Gerät und zeigen personalisierte Werbung. Ihre Einwilligung können Sie jederzeit widerrufen.\n\nAlle akzeptieren"
  ],
  [
    "consent_wall",
    "Datenschutzeinstellungen",
    "Wir verwenden Cookies. Einige davon sind notwendig, andere helfen uns, diese Website zu verbessern.\n\nAlle akzeptieren\nNur notwendige"
  ],
  [
    "consent_wall",
    "Le Quotidien",
    "Le respect de votre vie privée est notre priorité. Avec votre accord, nos 210 partenaires et nous utilisons des cookies pour mesurer l'audience et proposer des publicités personnalisées. Vous pouvez retirer votre consentement à tout moment.\n\nContinuer sans accepter\nTout accepter"
  ],
  [
    "consent_wall",
    "El Diario",
    "Nosotros y nuestros 90 socios utilizamos cookies para mostrar publicidad y medir su uso. Puede aceptar todo o configurar cookies. Aceptar todo\nRechazar todo"
  ],
  [
    "consent_wall",
    "Il Giornale",
    "Noi e i nostri 75 partner utilizziamo i cookie per annunci e misurazioni. Puoi modificare il tuo consenso quando vuoi. Accetta tutto\nContinua senza accettare"
  ],
  [
    "consent_wall",
    "Новости",
    "Мы используем файлы cookie, чтобы сайт работал лучше и показывал подходящую рекламу. Принять все\nНастроить cookie"
  ],
  [
    "age_gate",
    "Age verification",
    "Are you over 18?\n\nThis website sells wine and spirits. Yes, I am over 18\nNo, leave this site"
  ],
  [
    "age_gate",
    "Example Brewery",
    "Welcome. You must be of legal drinking age to enter this site. Please enter your date of birth. By entering you agree that you are of age in your country. Drink responsibly."
  ],
  [
    "age_gate",
    "Beispielbrauerei",
    "Herzlich willkommen! Sind Sie mindestens 18 Jahre alt? Diese Seite richtet sich an Erwachsene. Ja, ich bin über 18\nNein"
  ],
  [
    "age_gate",
    "Domaine Exemple",
    "Avez-vous plus de 18 ans ? La vente d'alcool aux mineurs est interdite. Oui, j'ai plus de 18 ans\nNon"
  ],
  ["age_gate", "Bodega Ejemplo", "¿Eres mayor de edad? Para entrar en este sitio debes tener al menos 18 años. Sí\nNo"],
  ["age_gate", "Пример", "Вам есть 18 лет? На сайте есть сведения об алкоголе. Да\nНет"],
  [
    "region_block",
    "Example Herald",
    "This content is not available in your region. We recognise that you are attempting to access this website from a country belonging to the European Economic Area, where the General Data Protection Regulation applies, and access cannot be granted at this time. For any issues, contact the newsroom."
  ],
  ["region_block", "Video", "Sorry, this video is unavailable in your country due to rights restrictions."],
  ["region_block", "Mediathek", "Dieses Angebot ist in Ihrer Region leider nicht verfügbar."],
  ["region_block", "Vidéo", "Ce contenu n'est pas disponible dans votre pays pour des raisons de droits."],
  ["region_block", "Vídeo", "Este contenido no está disponible en su país. Consulte la lista de países en la ayuda."],
  ["region_block", "Видео", "К сожалению, это видео недоступно в вашей стране."],
  [
    "parked_domain",
    "example-prices.com is for sale",
    "example-prices.com is for sale!\n\nBuy this domain. Fast and safe transfer. Make an offer, or ask for a price by e-mail."
  ],
  [
    "parked_domain",
    "example.net",
    "This domain is parked free, courtesy of Example Registrar. Related searches: Car Insurance, Credit Cards, Cheap Flights. Are you the domain owner? Log in to your account to set up your site."
  ],
  [
    "parked_domain",
    "Welcome to nginx!",
    "If you see this page, the nginx web server is successfully installed and working. Further configuration is required. For online documentation and support please refer to the site of the project. Commercial support is available. Thank you for using nginx."
  ],
  ["parked_domain", "example.de", "Diese Domain steht zum Verkauf. Die Domain kann über einen Makler erworben werden."],
  ["parked_domain", "example.fr", "Ce nom de domaine est à vendre. Faites une offre au propriétaire."],
  ["parked_domain", "example.ru", "Домен example.ru продаётся. Купить домен можно у регистратора."],
  [
    "maintenance",
    "Maintenance",
    "We'll be back soon! Our site is currently undergoing scheduled maintenance. We apologise for any inconvenience; please check back in a few hours."
  ],
  [
    "maintenance",
    "Example Agency",
    "The portal is temporarily unavailable due to planned maintenance. Please try again later."
  ],
  ["maintenance", "Wartungsarbeiten", "Unsere Website wird gerade gewartet. Wir sind in Kürze wieder für Sie da."],
  ["maintenance", "Agence", "Le site est actuellement en maintenance. Nous serons de retour très vite."],
  ["maintenance", "Ministerio", "La página se encuentra en mantenimiento. Volveremos pronto."],
  ["maintenance", "Агентство", "На сайте ведутся технические работы. Зайдите позже."],
  [
    "directory_index",
    "Index of /data/2024",
    `Index of /data/2024\n\nName | Last modified | Size | Description\nParent Directory | - \n${
      Array.from(
        { length: 60 },
        (_, n) => `report-${n}.csv | 2024-03-${String(n % 28 + 1).padStart(2, "0")} 10:12 | ${n + 1}.2K`
      ).join("\n")
    }`
  ],
  [
    "directory_index",
    "Index of /pub/",
    "Index of /pub/\n\n../\nprices.csv 12-Mar-2024 10:12 48211\nrates.csv 13-Mar-2024 09:01 1022"
  ],
  ["directory_index", "Directory listing for /", "Directory listing for /\n\nnotes.txt\nold/\n\n[To Parent Directory]"],
  ["directory_index", "Directory listing for /data/", Array.from({ length: 60 }, (_, n) => `- f${n}.csv`).join("\n")],
  [
    "directory_index",
    "files.example.org - /reports/",
    `[To Parent Directory]\n\n${
      Array.from({ length: 60 }, (_, n) => `1/2/2024 3:14 PM ${n}12345 f${n}.pdf`).join("\n")
    }`
  ],
  ["maintenance", "Jornal", "Estamos em manutenção. Voltaremos em breve, obrigado pela compreensão."],
  [
    "login_wall",
    "Der Rat vertagt",
    "Der Rat tagte am Dienstag drei Stunden und vertagte die Abstimmung.\n\nSie möchten weiterlesen? Dieser Artikel ist Teil unseres Plus-Angebots. Jetzt 30 Tage für 1 Euro testen und alle Artikel lesen. Sie haben bereits ein Abo? Hier anmelden."
  ],
  [
    "login_wall",
    "La inflación baja",
    "La inflación bajó en abril por tercer mes seguido.\n\nContenido exclusivo para suscriptores. Para seguir leyendo, suscríbete. ¿Ya eres suscriptor? Inicia sesión."
  ],
  [
    "login_wall",
    "La croissance ralentit",
    "La croissance a ralenti au printemps.\n\nCet article est réservé à nos abonnés. Abonnez-vous pour lire la suite. Déjà abonné ? Connectez-vous pour lire l'article."
  ],
  [
    "login_wall",
    "L'inflazione cala",
    "Questo articolo è riservato agli abbonati. Sei già abbonato? Accedi per leggere."
  ],
  [
    "login_wall",
    "Die Inflation sinkt",
    "Dieser Artikel ist nur für Abonnenten zugänglich. Bereits Abonnent? Melden Sie sich an, um weiterzulesen."
  ],
  [
    "login_wall",
    "Инфляция снижается",
    "Полный текст доступен только для подписчиков. Оформите подписку, чтобы читать дальше."
  ],
  [
    "error_page",
    "Страница не найдена",
    "К сожалению, запрошенная страница не найдена. Возможно, она была удалена. Вернуться на главную"
  ],
  [
    "error_page",
    "Агентство",
    "Документ, который вы ищете, не найден или больше не доступен. Проверьте адрес или воспользуйтесь поиском по сайту."
  ],
  ["error_page", "Pagina non trovata", "La pagina che cerchi non esiste o è stata spostata. Torna alla home."],
  [
    "error_page",
    "Ministero",
    "Spiacenti, il documento richiesto non è più disponibile. Usa la ricerca o il menu per trovare altri contenuti."
  ],
  ["error_page", "Seite nicht gefunden", "Die angeforderte Seite konnte nicht gefunden werden. Zurück zur Startseite"],
  ["error_page", "Oups", "La page que vous cherchez n'existe plus ou a été déplacée. Retour à l'accueil"],
  ["error_page", "Agencia", "La página que busca no existe o ha cambiado de dirección. Volver al inicio"]
]

/** True reports of 55 to 110 words that mention what the walls say. */
const reports: ReadonlyArray<readonly [title: string, text: string]> = [
  [
    "Exchange explains outage",
    "The exchange said on Tuesday that its web site, which runs on nginx, was temporarily unavailable for forty minutes after a change of settings. Traders could place orders by telephone. No trade was lost, the company said, and the price of the share closed 1.2 per cent lower. The regulator has asked for a report by the end of the month, and will publish it."
  ],
  [
    "Ministry moves its documents",
    "The ministry said that about 3,000 documents could not be found on its new site since Monday. Readers saw the sentence “The page you requested could not be found” instead of the budget for 2024. A spokeswoman blamed a faulty list of addresses, and promised that all documents would be back within two weeks, the budget first of all."
  ],
  [
    "Regulator fines publisher over cookies",
    "The regulator fined a publisher 2.4 million euros on Friday because its sites offered no way to reject all cookies. Visitors could only “accept all” or pay. The company said that it would appeal. According to the regulator, 41 complaints had come from readers who never agreed to personalised ads; two other publishers changed their forms in time."
  ],
  [
    "Court upholds age checks",
    "A court upheld on Thursday the law that makes sites with adult content ask visitors whether they are over 18. The government said that a click on “I am over 18” would no longer be enough from July. Three companies had argued that the checks cost them 30 per cent of their visitors and protect nobody. They may appeal to the highest court."
  ],
  [
    "Broadcaster loses rights",
    "The broadcaster said that its films would not be available in the region from January, since the rights for nine countries were sold for 120 million euros to a rival. About 400,000 subscribers are concerned. According to the company they keep their subscription at half the price until spring, and may cancel it in any month before."
  ],
  [
    "Price of short domains doubles",
    "The price of domains of three letters has doubled within two years, according to the largest broker. In March one was sold for 1.9 million dollars. Many of them show nothing but the sentence “This domain is for sale”, a bank said in a report, and half of the owners have never used theirs. The registry takes nine dollars a year for each."
  ],
  [
    "Bahn verschiebt Arbeiten",
    "Die Bahn teilte am Dienstag mit, dass die Strecke im Herbst wegen Bauarbeiten drei Wochen lang gesperrt wird. Das Portal für Fahrkarten war in der Nacht wegen Wartungsarbeiten nicht erreichbar. Rund 40 Prozent der Züge fallen aus. Ein Ersatz mit Bussen kostet nach Angaben des Ministeriums 12 Millionen Euro und wird vom Bund bezahlt, sagte eine Sprecherin."
  ],
  [
    "Bank buys a name",
    "The bank paid 2 million dollars for a name: the domain is for sale no more, its former owner said on Tuesday. According to the company, offers with the words buy this domain reach it daily. The regulator told reporters that 45 per cent of such sales are never announced. The purchase was the largest of the year so far."
  ],
  [
    "Bank opens accounts again",
    "The bank said that all customers could log in to their accounts again on Wednesday after a failure of two days. Customers who had forgotten their password were asked to wait. About 60,000 payments were late, according to the bank, and will be booked by Friday. The council of consumers asked for 20 euros for each customer who was cut off."
  ]
]

/** Walls, gates and the like in several languages, and reports that mention their words. All in words of our own. */
export const labelledInterstitials: ReadonlyArray<LabelledPage> = [
  ...walls.map(([label, title, text], at) => ({ name: `${at}: ${title}`, label, title, text })),
  ...reports.map(([title, text]) => ({ name: `a report: ${title}`, label: "evidence" as const, title, text }))
]
