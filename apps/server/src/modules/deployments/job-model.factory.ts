import { haltPressure, pressureAfter } from '@patchkeep/rules/rollouts/health';

/** What a job asks: an application, to be there or to be gone. */
export interface ModelAction {
  app: string;
  isInstall: boolean;
}

interface ModelTask {
  action: string;
  host: number;
  state: 'pending' | 'begun' | 'proven' | 'failed' | 'takenBack';
  /** In days: when it changed last. */
  changed: number;
}

type Place = 'group' | 'tag';

/** What a person changes of a job. */
export interface ModelEdit {
  add?: ModelAction;
  drop?: ModelAction;
  addHost?: number;
  removeHost?: number;
  addPlace?: Place;
  removePlace?: Place;
  isOngoing?: boolean;
  isMultishot?: boolean;
}

export const nameOf = ({ app, isInstall }: ModelAction): string => `${app} ${isInstall ? 1 : 2}`;

/**
 * What a deployment job does, told as simply as it can be: it looks at every host each time, and knows nothing of slices,
 * of what changed, or of how anything is stored.
 */
export class JobModel {
  /** What is on each host, and in which place it is. */
  readonly software: Set<string>[];
  readonly inPlace: Record<Place, Set<number>> = { group: new Set(), tag: new Set() };
  readonly actions = new Map<string, ModelAction & { isEnabled: boolean }>();
  readonly named = new Set<number>();
  /** Hosts of the places that the job names: frozen, or as they were last. */
  readonly places = new Map<Place, Set<number>>();
  readonly tasks: ModelTask[] = [];
  isOngoing = false;
  isMultishot = false;
  isStopped = false;
  isBraked = false;
  isCompleted = false;
  pressure = 0;
  untold = { failed: 0, proven: 0 };
  day = 0;

  constructor(hosts: number) {
    this.software = Array.from({ length: hosts }, () => new Set<string>());
  }

  get state(): string {
    if (this.isCompleted) return 'completed';
    if (this.isStopped) return 'stopped';
    return this.isBraked ? 'paused' : 'active';
  }

  get members(): Set<number> {
    return new Set([...this.named, ...[...this.places.values()].flatMap((hosts) => [...hosts])]);
  }

  get enabled(): ModelAction[] {
    return [...this.actions.values()].filter(({ isEnabled }) => isEnabled);
  }

  of(action: ModelAction, host: number): ModelTask[] {
    return this.tasks.filter((task) => task.action === nameOf(action) && task.host === host);
  }

  isAchieved({ app, isInstall }: ModelAction, host: number): boolean {
    return this.software[host]?.has(app) === isInstall;
  }

  private isSpent(action: ModelAction, host: number): boolean {
    const last = this.of(action, host).at(-1);
    if (last?.state === 'failed') return !this.isMultishot;
    return last?.state === 'proven' && !(this.isMultishot && this.isOngoing);
  }

  private takeBack(isMeant: (task: ModelTask) => boolean): void {
    for (const task of this.tasks)
      if (task.state === 'pending' && isMeant(task)) {
        task.state = 'takenBack';
        task.changed = this.day;
      }
  }

  private takeBackLeft(): void {
    const { members } = this;
    this.takeBack(({ host }) => !members.has(host));
  }

  /** A day, two, four and then every eight after failures in a row. */
  private isRestingAt(action: ModelAction, host: number): boolean {
    const tasks = this.of(action, host);
    const last = tasks.at(-1);
    if (last?.state !== 'failed') return false;
    const failures = tasks
      .slice(tasks.findLastIndex(({ state }) => state === 'proven') + 1)
      .filter(({ state }) => state === 'failed').length;
    return this.day < last.changed + Math.min(2 ** (failures - 1), 8);
  }

  private isDue(action: ModelAction, host: number): boolean {
    const last = this.of(action, host).at(-1);
    if (this.isAchieved(action, host) || this.isSpent(action, host)) return false;
    if (last?.state === 'begun' || last?.state === 'pending') return false;
    return !this.isRestingAt(action, host);
  }

  plan(): void {
    if (this.isCompleted) return;
    if (this.isOngoing) {
      for (const place of this.places.keys()) this.places.set(place, new Set(this.inPlace[place]));
      this.takeBackLeft();
    }
    const { failed, proven } = this.untold;
    if (failed + proven > 0) this.pressure = pressureAfter(this.pressure, failed, proven, 0);
    if (failed + proven > 0 && this.pressure >= haltPressure && this.state === 'active') {
      this.isBraked = true;
      this.takeBack(() => true);
    }
    this.untold = { failed: 0, proven: 0 };
    if (this.state !== 'active') return;
    for (const host of this.members)
      for (const action of this.enabled)
        if (this.isDue(action, host))
          this.tasks.push({ action: nameOf(action), host, state: 'pending', changed: this.day });
    const pairs = [...this.members].flatMap((host) => this.enabled.map((action) => ({ host, action })));
    const isDone = pairs.every(({ action, host }) => this.isAchieved(action, host) || this.isSpent(action, host));
    if (!this.isOngoing && isDone) this.isCompleted = true;
  }

  abort(): boolean {
    if (this.isCompleted || this.isStopped) return false;
    this.isStopped = true;
    this.takeBack(() => true);
    return true;
  }

  resume(): boolean {
    if (this.isCompleted || (!this.isStopped && !this.isBraked)) return false;
    this.isStopped = false;
    this.isBraked = false;
    this.pressure = 0;
    return true;
  }

  /** Saves what a person changed; false, and nothing changed, when there would be nothing left to do or nobody. */
  edit(change: ModelEdit): boolean {
    const before = this.members;
    const enabled = new Set(this.enabled.map(nameOf));
    if (change.add) enabled.add(nameOf(change.add));
    if (change.drop) enabled.delete(nameOf(change.drop));
    const apps = [...enabled].map((name) => name.slice(0, -2));
    if (apps.length === 0 || new Set(apps).size !== apps.length) return false;
    const named = new Set(this.named);
    if (change.addHost !== undefined) named.add(change.addHost);
    if (change.removeHost !== undefined) named.delete(change.removeHost);
    const places = new Map(this.places);
    if (change.addPlace) places.set(change.addPlace, new Set(this.inPlace[change.addPlace]));
    if (change.removePlace) places.delete(change.removePlace);
    if (named.size === 0 && places.size === 0) return false;

    this.named.clear();
    for (const host of named) this.named.add(host);
    this.places.clear();
    for (const [place, hosts] of places) this.places.set(place, hosts);
    let isMore = [...this.members].some((host) => !before.has(host));
    if (change.add) {
      isMore ||= this.actions.get(nameOf(change.add))?.isEnabled !== true;
      this.actions.set(nameOf(change.add), { ...change.add, isEnabled: true });
    }
    if (change.drop) {
      const name = nameOf(change.drop);
      const dropped = this.actions.get(name);
      if (dropped) this.actions.set(name, { ...dropped, isEnabled: false });
      this.takeBack(({ action }) => action === name);
    }
    isMore ||= (change.isOngoing === true && !this.isOngoing) || (change.isMultishot === true && !this.isMultishot);
    this.isOngoing = change.isOngoing ?? this.isOngoing;
    this.isMultishot = change.isMultishot ?? this.isMultishot;
    if (isMore) this.isCompleted = false;
    this.takeBackLeft();
    return true;
  }
}
