/**
 * Words that claim an effect or ask the reader to act, each with the terms of which the evidence must contain one.
 * A model tends to add such words, and readers act on them. The list works for English only.
 */
export const effectClaims: { claim: RegExp; support: RegExp }[] = [
  {
    claim:
      /\b(?:fast(?:er|est)?|quick(?:er|ly)?|speed(?:s|ier|up|ups)?|perform(?:ance|ant)|slow(?:er|down|ness)?|latency|throughput|efficien(?:t|tly|cy)|optimi[sz](?:e[sd]?|ing|ations?)|accelerat(?:e[sd]?|ing|ion)|instant(?:ly)?)\b/,
    support: /fast|quick|speed|perf|slow|latenc|throughput|efficien|optimi[sz]|accelerat|instant|benchmark/,
  },
  {
    claim:
      /\b(?:secur(?:e|es|ed|ely|ity)|insecure|vulnerab(?:le|ility|ilities)|cve|ghsa|advisor(?:y|ies)|exploit(?:s|ed|able|ation)?|attack(?:s|er|ers)?|malicious|harden(?:s|ed|ing)?)\b/,
    support:
      /secur|vulnerab|\bcve\b|\bghsa\b|advisor|exploit|attack|malicious|harden|\bxss\b|\bcsrf\b|\bssrf\b|\bxxe\b|\brce\b|\bredos\b|injection|traversal|prototype pollution|open redirect|privilege escalation/,
  },
  { claim: /\b(?:backdoors?|backdoored)\b/, support: /backdoor/ },
  {
    claim: /\b(?:malware|trojans?|virus(?:es)?|spyware|ransomware)\b/,
    support: /malware|trojan|virus|spyware|ransomware/,
  },
  {
    claim: /\b(?:hacked|hackers?|compromised?|stolen|leak(?:s|ed|ing|age)?)\b/,
    support: /hack|compromis|stolen|steal|leak/,
  },
  {
    claim: /\b(?:breaking|incompatib(?:le|ly|ility|ilities))\b/,
    support: /\bbreak|incompatib|(?:^| )[\w-]{1,30}(?:\([^()]{0,60}\))?!:/,
  },
  {
    claim: /\b(?:deprecat(?:e[sd]?|ing|ions?)|obsolete[ds]?|sunset(?:s|ting)?)\b/,
    support: /deprecat|obsolete|sunset|end[ -]of[ -]life|\beol\b|legacy/,
  },
  {
    claim:
      /\b(?:remov(?:e[sd]?|ing|als?)|delet(?:e[sd]?|ing|ions?)|drop(?:s|ped|ping)?|discontinu(?:e[sd]?|ing))\b/,
    support:
      /remov|delet|\bdrop|discontinu|\bstrip|get rid|\bpurg|\bprun|clean|eliminat|no longer|unship|\brm\b|\bkill|\bdestroy|\berase|\bretir/,
  },
  {
    claim: /\bdata (?:loss|corruption)\b|\b(?:los(?:e|es|ing|t)|corrupt(?:s|ed|ing|ion)?)\b/,
    support: /\blos[st]|\blos(?:e|es|ing)\b|corrupt|truncat|overwrit|overwrote|damag|wipe/,
  },
  {
    claim: /\b(?:critical(?:ly)?|severe(?:ly)?|urgent(?:ly)?|emergency|immediately|as soon as possible)\b/,
    support: /critical|sever[ei]|urgent|emergency|immediate|as soon as|hotfix|blocker/,
  },
  {
    claim:
      /\b(?:must|should|please|recommended to|urged to) (?:now )?(?:upgrade|update|migrate|rotate|reinstall)\b/,
    support:
      /\b(?:must|should|please|recommend|require|need)\b[^.]{0,60}(?:upgrad|updat|migrat|rotat|reinstall)/,
  },
  { claim: /\bdownload(?:s|ed|ing|able)?\b/, support: /download/ },
  { claim: /\b(?:re)?install(?:s|ed|er|ing|ation)?\b/, support: /install|\bsetup\b|set up/ },
  {
    claim: /\b(?:contact(?:s|ed|ing)?|reach out|write to us|call us|e-?mail us)\b/,
    support: /contact|reach out|write to us|call us|mail us/,
  },
  { claim: /\bvisit(?:s|ed|ing)?\b/, support: /visit/ },
  { claim: /\bclick(?:s|ed|ing|able)?\b/, support: /click/ },
  {
    claim: /\b(?:subscrib(?:e[sd]?|ing)|sign up|log in at|register at)\b/,
    support: /subscri|sign[ -]?up|log ?in|regist/,
  },
  {
    claim:
      /\b(?:donat(?:e[sd]?|ions?)|sponsor(?:s|ed)?|buy|purchas(?:e[sd]?|ing)|prizes?|giveaway|wallets?|bitcoin|crypto(?:currency)?|coupons?)\b/,
    support: /donat|sponsor|\bbuy\b|purchas|prize|giveaway|wallet|bitcoin|crypto|coupon/,
  },
  {
    claim:
      /\b(?:certified|guarantee[ds]?|complian(?:t|ce)|audited|award-winning|world-class|revolutionary|groundbreaking)\b/,
    support: /certif|guarantee|complian|audit|award|world-class|revolution|groundbreaking/,
  },
  {
    claim:
      /\b(?:twice|doubl(?:e[sd]?|ing)|tripl(?:e[sd]?|ing)|halv(?:e[sd]?|ing)|dozens?|hundreds?|thousands?|millions?|billions?)\b/,
    support:
      /twice|doubl|duplic|\bagain\b|tripl|\bhal[fv]|dozen|hundred|thousand|million|billion|\b[23] ?x\b|\b50 ?%/,
  },
]
