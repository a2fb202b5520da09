import { Random } from '../../helpers/random.js';
import { Checks } from './checks.js';
import { ModelNode, ONCE, REFUSED } from './model-node.js';
import { ModelSession } from './model-session.js';
import type { Mutation } from './mutations.js';
import { SimulatedNetwork } from './simulated-bus.js';
import { SimulatedConnections } from './simulated-connections.js';
import { SimulatedDatabase } from './simulated-database.js';
import { EndlessScheduleError, Simulation } from './simulation.js';

const GUILDS = ['1', '2'] as const;
const NODES = 3;
const SESSIONS = 2;
/** How many things happen before the faults end. */
const ACTIONS = 140;
const MOST_REQUESTS = 12;
/** How long a request may take, in milliseconds. */
const TIMEOUT_MS = 6000;
/** After the faults have ended, everything works again within this time: a lease, a poll of the feeds, and retries. */
const RECOVERY_MS = 12_000;
/** More than a lease. */
const SUSPENDED_MS = 5000;
/** How long a node that continues is read from. */
const READ_MS = 2500;
const TICK_MS = 50;

/** One random course of events over a few nodes, requests and sessions. */
export class Schedule {
  readonly #random: Random;
  readonly #world: Simulation;
  readonly #connections: SimulatedConnections;
  readonly #database: SimulatedDatabase;
  readonly #network: SimulatedNetwork;
  readonly #checks: Checks;
  readonly #sessions: ModelSession[];
  #nodes: ModelNode[] = [];
  #started = 0;
  #requests = 0;

  constructor(
    seed: number,
    private readonly mutation: Mutation,
  ) {
    this.#random = new Random(seed);
    this.#world = new Simulation(this.#random);
    this.#connections = new SimulatedConnections(this.#world);
    this.#database = new SimulatedDatabase(this.#world, mutation.database, this.#connections);
    this.#network = new SimulatedNetwork(this.#world);
    this.#checks = new Checks(this.#database);
    for (const id of GUILDS) this.#database.addGuild(id);
    this.#sessions = Array.from(
      { length: SESSIONS },
      () => new ModelSession(this.#world, this.#database, GUILDS),
    );
  }

  /** @returns the first violation; null if all invariants held */
  async run(): Promise<string | null> {
    try {
      return await this.#run();
    } catch (error) {
      if (error instanceof EndlessScheduleError) return `service: ${error.message}`;
      throw error;
    }
  }

  async #run(): Promise<string | null> {
    for (let count = 0; count < NODES; count += 1) this.#start();
    for (const session of this.#sessions) this.#identify(session);
    this.#connections.loss = this.#random.pick([0, 0.02, 0.1]);
    this.#network.loss = this.#random.pick([0, 0.1, 0.4]);
    this.#network.repetition = this.#random.pick([0, 0.1]);
    for (let count = 0; count < ACTIONS; count += 1) {
      await this.#act();
      const violation = this.#findViolation(false);
      if (violation !== null) return violation;
    }
    return this.#recover();
  }

  async #act(): Promise<void> {
    const choice = this.#random.below(100);
    if (choice < 55) await this.#world.step();
    else if (choice < 68)
      await this.#world.pass(1 + this.#random.below(this.#random.pick([20, 300, 1500, 4500])));
    else if (choice < 78) this.#request();
    else if (choice < 82) this.#read(this.#pickNode(), this.#pickGuild());
    else if (choice < 86) this.#moveSession();
    else if (choice < 87) await this.#suspend(this.#pickNode());
    else this.#disturb(this.#random.below(10));
  }

  /** SIGSTOP past the lease and SIGCONT, while clients change guilds over other nodes; then memory is read. */
  async #suspend(node: ModelNode): Promise<void> {
    if (node.process.isStalled) return;
    node.process.isStalled = true;
    for (let passed = 0; passed < SUSPENDED_MS; passed += 100) {
      if (this.#random.chance(0.05)) this.#request();
      await this.#go(100);
    }
    node.process.isStalled = false;
    for (let passed = 0; passed < READ_MS; passed += 100) {
      for (const guildId of GUILDS) this.#read(node, guildId);
      await this.#go(100);
    }
  }

  /** Lets time pass, and some of what is possible then happen. */
  async #go(ms: number): Promise<void> {
    await this.#world.pass(ms);
    for (let steps = this.#random.below(12); steps > 0; steps -= 1) await this.#world.step();
  }

  #disturb(choice: number): void {
    const node = this.#pickNode();
    const { process } = node;
    if (choice < 3) {
      process.isStalled = !process.isStalled;
      process.isClockPaused ||= process.isStalled && this.#random.chance(0.2);
      if (process.isStalled) this.#checks.stalled(process);
      else for (const guildId of GUILDS) this.#read(node, guildId);
    } else if (choice < 4) this.#kill(node);
    else if (choice < 5) this.#stop(node);
    else if (choice < 7) this.#connections.cutOff(process, this.#random.chance(0.5));
    else if (choice < 9) this.#cutOffBus(node, this.#random.chance(0.5));
    else process.offset = this.#random.below(20_000) - 10_000;
  }

  /** The faults end, and everything has to work again. */
  async #recover(): Promise<string | null> {
    this.#connections.loss = 0;
    this.#network.loss = 0;
    for (const node of this.#nodes) {
      node.process.isStalled = false;
      this.#connections.cutOff(node.process, false);
      this.#cutOffBus(node, false);
    }
    const early = await this.#passTime(RECOVERY_MS);
    if (early !== null) return early;
    for (const session of this.#sessions) if (session.node === null) this.#identify(session);
    const before = this.#checks.done;
    for (const node of this.#nodes) {
      for (const guildId of GUILDS) this.#send(node, guildId);
    }
    const late = await this.#passTime(RECOVERY_MS);
    if (late !== null) return late;
    const missing = this.#nodes.length * GUILDS.length - (this.#checks.done - before);
    if (missing > 0) return `service: ${missing} requests were not carried out after the faults`;
    return this.#findViolation(true);
  }

  async #passTime(ms: number): Promise<string | null> {
    for (let passed = 0; passed < ms; passed += TICK_MS) {
      await this.#world.pass(TICK_MS);
      await this.#world.drain();
      const violation = this.#findViolation(false);
      if (violation !== null) return violation;
    }
    return null;
  }

  #findViolation(isFinal: boolean): string | null {
    const inSessions = this.#sessions.map((session) => session.findViolation(isFinal));
    return (
      this.#checks.violation ?? inSessions.find((found) => found !== null) ?? this.#checks.findViolation()
    );
  }

  #start(): void {
    this.#started += 1;
    const process = this.#world.startProcess(`node-${this.#started}`);
    process.rate = 0.97 + this.#random.next() * 0.06;
    process.offset = this.#random.below(20_000) - 10_000;
    const { node: faults } = this.mutation;
    this.#nodes.push(new ModelNode({ process, database: this.#database, network: this.#network, faults }));
  }

  /** kill -9; another process takes its place. */
  #kill(node: ModelNode): void {
    node.process.kill();
    this.#replace(node);
    for (const session of this.#sessions) if (session.node === node) this.#identify(session);
  }

  /** SIGTERM: its sessions are stored and continue elsewhere, and its guilds are released. */
  #stop(node: ModelNode): void {
    if (node.process.isStalled) return;
    this.#replace(node);
    for (const session of this.#sessions) if (session.node === node) this.#move(session);
    void node.stop();
  }

  #replace(node: ModelNode): void {
    this.#nodes = this.#nodes.filter((each) => each !== node);
    this.#start();
  }

  #cutOffBus({ process }: ModelNode, isCutOff: boolean): void {
    if (isCutOff) this.#network.cutOff.add(process);
    else this.#network.cutOff.delete(process);
  }

  #request(): void {
    if (this.#requests < MOST_REQUESTS) this.#send(this.#pickNode(), this.#pickGuild());
  }

  #send(node: ModelNode, guildId: string): void {
    this.#requests += 1;
    const key = `request-${this.#requests}`;
    node.router.run({ guildId, key, text: this.#random.pick([ONCE, '']) }, TIMEOUT_MS).then(
      (reply) => this.#checks.replied(guildId, key, reply === REFUSED ? 'refused' : 'done'),
      (error: unknown) => this.#checks.failed(guildId, key, error),
    );
  }

  #read(node: ModelNode, guildId: string): void {
    if (!node.process.isStalled) this.#checks.read(node.process, guildId, node.read(guildId));
  }

  #moveSession(): void {
    const session = this.#sessions[this.#random.below(SESSIONS)];
    if (session?.node === null) this.#identify(session);
    else if (session?.node.process.isStalled === false) this.#move(session);
  }

  #move(session: ModelSession): void {
    void session.move(this.#pickNode(), this.mutation.node.movesToHead).catch(() => {});
  }

  /** A client whose node cannot load its guilds now tries again later. */
  #identify(session: ModelSession): void {
    session.identify(this.#pickNode()).catch(() => {});
  }

  #pickNode(): ModelNode {
    const [first, ...others] = this.#nodes;
    if (first === undefined) throw new RangeError('there is no node');
    return this.#random.pick([first, ...others]);
  }

  #pickGuild(): string {
    return this.#random.pick(GUILDS);
  }
}
