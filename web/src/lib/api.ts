/** Requests to the server; a refusal is thrown with its code, so that it can be told in any language. */
import type {
  AccountDetails, Address, AnalysisState, Command, GameInfo, Hint, LessonInfo, LessonTaken, Licences, Me, NewTable, Practise, Practised, RecoveryCode, Refusal, RulebookText, SeatPlan, Sentence, Steps, Studied,
  TableInfo, TableList, TakeLesson, ServerVersion, Whole, Tries } from './protocol';

export class Refused extends Error {
  constructor(readonly refusal: Refusal, readonly status: number) {
    super(refusal.code);
  }
}

async function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = typeof body === 'string' ? body : JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}`, init);
  } catch {
    throw new Refused({ kind: 'unavailable', code: 'web.offline', clause: null, params: {}, version: null }, 0);
  }
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : null) as Answer;
  throw new Refused(readRefusal(text), response.status);
}

/** A refusal from the body of an answer; something else came from a machine in between. */
export function readRefusal(text: string): Refusal {
  try {
    const read = JSON.parse(text) as Partial<Refusal>;
    if (typeof read.code === 'string' && typeof read.kind === 'string') {
      return { kind: read.kind, code: read.code, clause: read.clause ?? null, params: read.params ?? {}, version: read.version ?? null };
    }
  } catch {
    // not JSON: the sentence below says what can be said
  }
  return { kind: 'failed', code: 'web.failed', clause: null, params: {}, version: null };
}

let games: Promise<GameInfo[]> | null = null;

export const api = {
  me: () => request<Me>('GET', '/me'),
  rename: (name: string) => request<Me>('PUT', '/me', { name }),
  forget: () => request<null>('DELETE', '/me'),
  account: (login: string, password: string) => request<Me>('POST', '/account', { login, password }),
  login: (login: string, password: string) => request<Me>('POST', '/account/login', { login, password }),
  logout: () => request<null>('POST', '/account/logout'),
  logoutEverywhere: () => request<null>('POST', '/account/logout?everywhere=true'),
  accountDetails: () => request<AccountDetails>('GET', '/account'),
  changePassword: (current: string | null, next: string, alone: boolean) =>
    request<Me>('POST', '/account/password', { current, new: next, remove_others: alone }),
  confirmChanges: () => request<null>('POST', '/account/changes/seen'),
  prove: (password: string) => request<Me>('POST', '/account/proof', { password }),
  proofOptions: () => request<PublicKeyCredentialRequestOptionsJSON>('POST', '/account/proof/options'),
  provePasskey: (credential: unknown) => request<Me>('POST', '/account/proof/passkey', { credential }),
  recoveryCode: () => request<RecoveryCode>('POST', '/account/recovery'),
  recover: (code: string) => request<Me>('POST', '/account/recover', { code }),
  endSignIn: (id: string) => request<null>('DELETE', `/account/sign-ins/${id}`),
  removePasskey: (id: string) => request<null>('DELETE', `/account/passkeys/${id}`),
  passkeyOptions: () => request<PublicKeyCredentialCreationOptionsJSON>('POST', '/account/passkey/options'),
  addPasskey: (credential: unknown) => request<Me>('POST', '/account/passkey', { credential }),
  passkeyLoginOptions: () =>
    request<PublicKeyCredentialRequestOptionsJSON>('POST', '/account/passkey/login/options'),
  passkeyLogin: (credential: unknown) => request<Me>('POST', '/account/passkey/login', { credential }),
  version: () => request<ServerVersion>('GET', '/version'),
  licences: () => request<Licences>('GET', '/licences'),
  /** The games do not change while a page is open: asked once. */
  games: () => (games ??= request<GameInfo[]>('GET', '/games').catch((error: unknown) => {
    games = null;
    throw error;
  })),
  /** What a game of another package says, and its rules; both are kept by the browser as long as their version. */
  words: ({ name, words }: GameInfo, language: string) =>
    request<Record<string, Sentence>>('GET', `/games/${name}/words/${language}?version=${words}`),
  rulebook: ({ name, words }: GameInfo, language: string) =>
    request<RulebookText>('GET', `/games/${name}/rulebook/${language}?version=${words}`),
  myTables: () => request<TableList>('GET', '/me/tables'),
  tables: (game: string, state: string) => request<TableList>('GET', `/tables?game=${game}&state=${state}`),
  table: (id: string) => request<TableInfo>('GET', `/tables/${id}`),
  create: (table: NewTable) => request<TableInfo>('POST', '/tables', table),
  clear: (id: string) => request<null>('DELETE', `/tables/${id}`),
  plan: (id: string, seat: number, plan: SeatPlan) => request<TableInfo>('PUT', `/tables/${id}/seats/${seat}`, plan),
  sit: (id: string, seat: number, name: string, key?: string) =>
    request<TableInfo>('POST', `/tables/${id}/seats/${seat}/sit`, key ? { key, name } : { name }),
  /** Take the next free seat, by the table's own link. */
  join: (id: string, name: string) => request<TableInfo>('POST', `/tables/${id}/sit`, { name }),
  /** Refused where a secret link does not open its seat any more. */
  checkInvitation: (id: string, seat: number, key: string) => request<null>('POST', `/tables/${id}/seats/${seat}/check`, { key }),
  freeSeat: (id: string, seat: number) => request<TableInfo>('DELETE', `/tables/${id}/seats/${seat}`),
  openLink: (id: string, open: boolean) => request<TableInfo>('PUT', `/tables/${id}/link`, { open }),
  ready: (id: string, ready: boolean) => request<TableInfo>('PUT', `/tables/${id}/ready`, { ready }),
  address: () => request<Address>('GET', '/address'),
  command: (id: string, command: Command) => request<unknown>('POST', `/tables/${id}/do`, command),
  rematch: (id: string) => request<TableInfo>('POST', `/tables/${id}/rematch`),
  view: (id: string) => request<Whole>('GET', `/tables/${id}/view?since=0`),
  steps: (id: string, first: number, seat?: number) =>
    request<Steps>('GET', `/tables/${id}/steps?first=${first}&count=400${seat === undefined ? '' : `&seat=${seat}`}`),
  record: (text: string) => request<TableInfo>('POST', '/records', text),
  hint: (id: string, seat: number) => request<Hint>('GET', `/tables/${id}/hint?seat=${seat}`),
  lessons: (game: string) => request<LessonInfo[]>('GET', `/lessons/${game}`),
  lesson: (game: string, name: string, take: TakeLesson) => request<LessonTaken>('POST', `/lessons/${game}/${name}`, take),
  practise: (game: string, practise: Practise) => request<Practised>('POST', `/practice/${game}`, practise),
  practiceHint: (game: string, practise: Practise) => request<Hint>('POST', `/practice/${game}/hint`, practise),
  tries: (game: string, practise: Practise) => request<Tries>('POST', `/practice/${game}/tries`, practise),
  analysis: (id: string) => request<AnalysisState>('GET', `/tables/${id}/analysis`),
  study: (id: string, step: number) => request<Studied>('GET', `/tables/${id}/study?step=${step}`),
};
