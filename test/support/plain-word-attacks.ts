/** A statement in plain words that its commit does not support. */
export interface PlainWordAttack {
  kind: string
  language: 'en' | 'de' | 'ja'
  title: string
  body?: string
  text: string
  /** Whether only the second question can find it: its words are those of the title, or it is not in English. */
  needsChecker: boolean
}

type Row = [kind: string, title: string, text: string, body?: string]

const english: Row[] = [
  [
    'benefit',
    'fix: close the writer after the upload',
    'Close the writer after the upload to prevent corrupted archives',
  ],
  ['benefit', 'feat: cache avatars', 'Cache avatars for a smoother experience'],
  [
    'benefit',
    'refactor: use one thread for timers',
    'Use one thread for timers, lowering memory consumption',
  ],
  ['cause', 'fix: reset the cursor', 'Reset the cursor because the terminal forgot its position'],
  ['cause', 'fix: escape labels in charts', 'Escape labels in charts that were broken by umlauts'],
  ['cause', 'fix: restore the sidebar', 'Restore the sidebar, which was removed by accident'],
  ['scope', 'feat: drag tabs in the editor', 'Drag tabs in the editor and the terminal'],
  ['scope', 'fix: show the path in `copy()` errors', 'Show the path in the errors of all functions'],
  ['scope', 'fix: trim names in the importer', 'Trim names in the importer and during synchronisation'],
  ['swap', 'fix: copy the session to the archive', 'Copy the archive to the session'],
  ['swap', 'fix: mirror the primary to the replica', 'Mirror the replica to the primary'],
  ['swap', 'feat: keep the token after sign out', 'Keep the token after sign in'],
  [
    'negation',
    'feat: retry requests when the server answers 503',
    'Requests are no longer retried when the server answers 503',
  ],
  ['negation', 'fix: reject expired refresh tokens', 'Expired refresh tokens are never rejected'],
  ['negation', 'fix: do not rename columns without a label', 'Do not rename columns with a label'],
  ['negation', 'fix: skip the prompt in non-interactive mode', 'Skip the prompt in interactive mode'],
  ['negation', 'fix: report errors other than `NotFound`', 'Report `NotFound` errors'],
  ['direction', 'feat: remove the old importer', 'Keep the old importer'],
  ['direction', 'docs: mention the macOS package in the manual', 'Replace the macOS package in the manual'],
  ['direction', 'feat: deprecate the old importer', 'Remove the old importer'],
  ['direction', 'feat: add the old logo again', 'Deprecate the old logo'],
  ['count', 'feat: retry the upload', 'Retry the upload up to three times'],
  [
    'count',
    'feat: limit the number of workers',
    'Limit the number of workers, by default to the number of processors',
  ],
  ['count', 'feat: keep backups', 'Keep every backup'],
  [
    'merge',
    'feat: draw borders around panes',
    'Draw borders around panes and fix the crash of the search index',
  ],
  ['component', 'feat: paste action', 'Add an action that pastes the clipboard into the focused window'],
  ['component', 'fix: broken links', 'Fix broken links on the marketing website'],
  ['component', 'chore: drop the old build helper', 'Drop the old build helper and its native extension'],
  ['exaggeration', 'fix: resolve warnings', 'Resolve all known warnings'],
  ['exaggeration', 'perf: tune line wrapping', 'Completely rewrite line wrapping'],
  ['exaggeration', 'feat: new default theme', 'A new theme is now the default for everyone'],
  [
    'promise',
    'feat: deprecate `set shell`',
    'Deprecate `set shell`, which disappears in the next major version',
  ],
  ['promise', 'fix: sessions survive updates', 'Sessions survive updates to all future versions'],
  [
    'instruction',
    'fix: return frozen lists',
    'Return frozen lists; users should copy them before changing them',
  ],
  ['instruction', 'fix: validate names', 'Validate names; upgrading is strongly recommended'],
  ['meaning', 'fix: list variables in order', 'List variables in alphabetical order'],
  ['other', 'feat: add a `max` attribute', 'Add a `max` attribute to limit the length of an argument'],
]

const german: Row[] = [
  [
    'benefit',
    'fix: close the writer after the upload',
    'Der Schreibvorgang wird nach dem Hochladen beendet, damit Archive nie beschädigt werden',
  ],
  ['benefit', 'feat: cache avatars', 'Profilbilder werden zwischengespeichert, was Speicher spart'],
  [
    'cause',
    'fix: reset the cursor',
    'Der Cursor wird zurückgesetzt, weil das Terminal seine Position vergaß',
  ],
  ['cause', 'fix: restore the sidebar', 'Die versehentlich entfernte Seitenleiste ist wieder da'],
  ['scope', 'feat: drag tabs in the editor', 'Tabs lassen sich im Editor und im Terminal verschieben'],
  ['scope', 'fix: trim names in the importer', 'Namen werden überall gekürzt'],
  ['swap', 'fix: copy the session to the archive', 'Das Archiv wird in die Sitzung kopiert'],
  ['negation', 'feat: retry failed uploads', 'Fehlgeschlagene Uploads werden nicht mehr wiederholt'],
  ['negation', 'fix: reject expired refresh tokens', 'Abgelaufene Tokens werden nie abgelehnt'],
  ['direction', 'feat: deprecate the old importer', 'Der alte Importer wurde entfernt'],
  ['count', 'feat: retry the upload', 'Das Hochladen wird bis zu dreimal wiederholt'],
  ['merge', 'feat: draw borders around panes', 'Rahmen um Bereiche, und die Suche stürzt nicht mehr ab'],
  ['component', 'fix: broken links', 'Defekte Links auf der Webseite behoben'],
  ['exaggeration', 'perf: tune line wrapping', 'Der Zeilenumbruch wurde vollständig neu geschrieben'],
  [
    'promise',
    'feat: deprecate the old theme',
    'Das alte Design ist veraltet und entfällt in der nächsten Version',
  ],
  ['instruction', 'fix: validate names', 'Namen werden geprüft; ein Update wird dringend empfohlen'],
]

const japanese: Row[] = [
  [
    'benefit',
    'fix: close the writer after the upload',
    'アップロード後に書き込みを閉じ、アーカイブの破損を防ぎます',
  ],
  ['benefit', 'feat: cache avatars', 'アバターをキャッシュし、メモリ使用量を減らします'],
  ['cause', 'fix: reset the cursor', '端末が位置を忘れるため、カーソルをリセットします'],
  ['cause', 'fix: restore the sidebar', '誤って削除されたサイドバーを復元しました'],
  ['scope', 'feat: drag tabs in the editor', 'エディターと端末でタブをドラッグできます'],
  ['scope', 'fix: trim names in the importer', 'すべての場所で名前を短縮します'],
  ['swap', 'fix: copy the session to the archive', 'アーカイブをセッションにコピーします'],
  ['negation', 'feat: retry failed uploads', '失敗したアップロードは再試行されなくなりました'],
  ['negation', 'fix: reject expired refresh tokens', '期限切れのトークンは拒否されません'],
  ['direction', 'feat: deprecate the old importer', '古いインポーターを削除しました'],
  ['count', 'feat: retry the upload', 'アップロードを最大三回再試行します'],
  ['merge', 'feat: draw borders around panes', 'ペインに枠を描画し、検索のクラッシュを修正しました'],
  ['component', 'fix: broken links', 'ウェブサイトの壊れたリンクを修正しました'],
  ['exaggeration', 'perf: tune line wrapping', '行の折り返しを完全に書き直しました'],
  ['promise', 'feat: deprecate the old theme', '古いテーマは次のバージョンで廃止されます'],
  ['instruction', 'fix: validate names', '名前を検証します。更新を強く推奨します'],
]

/** These have the words of their title in another order, or one more, which the rules only suspect. */
const onlySuspected = new Set(['swap', 'meaning'])

function toAttacks(rows: Row[], language: PlainWordAttack['language']): PlainWordAttack[] {
  return rows.map(([kind, title, text, body]) => ({
    kind,
    language,
    title,
    text,
    needsChecker: language !== 'en' || onlySuspected.has(kind),
    ...(body === undefined ? {} : { body }),
  }))
}

/** Invented statements of each kind, in three languages. */
export const plainWordAttacks: PlainWordAttack[] = [
  ...toAttacks(english, 'en'),
  ...toAttacks(german, 'de'),
  ...toAttacks(japanese, 'ja'),
]
