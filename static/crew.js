// A job for several threads: work in parts, in ranges of which each thread takes until none is left.
//
// A thread that wakes up late is not waited for: only those that have taken a part are. Threads wait for the next job with a short
// look at the memory, because layers follow each other closely, and then sleep: they use no CPU between runs.

/**
 * Numbers that all threads see. `TURN` counts jobs; `STATE` is 1 while a job has parts, and 2 more for each thread that works on it;
 * `JOB` is the address of the job; `ROUND` changes when threads have to listen to messages. From `NEXT` on, the next part of each range.
 */
const TURN = 0, STATE = 1, JOB = 2, ROUND = 3, FAILED = 4, NEXT = 5;
const OPEN = 1, ONE = 2;

/** Looks at the memory before a thread sleeps: about sixty microseconds on a slow machine. */
const LOOKS = 4000;

/** Waits until a number is no longer `value`. */
function wait(numbers, index, value) {
  for (let i = 0; i < LOOKS; i++) if (Atomics.load(numbers, index) !== value) return;
  Atomics.wait(numbers, index, value);
}

/** Counts the parts of a range up, as a function that the module calls. */
const taking = (numbers) => (range) => Atomics.add(numbers, NEXT + range, 1);

/** The thread of the session: the others work for it. */
export class Lead {
  #ranges;

  /** For jobs of so many ranges: one for each thread. */
  constructor(ranges) {
    this.#ranges = ranges;
    this.numbers = new Int32Array(new SharedArrayBuffer(4 * (NEXT + ranges)));
    this.take = taking(this.numbers);
  }

  /** Offers a job to the other threads. */
  open(job) {
    const { numbers } = this;
    numbers[JOB] = job;
    for (let range = 0; range < this.#ranges; range++) Atomics.store(numbers, NEXT + range, 0);
    Atomics.store(numbers, STATE, OPEN);
    Atomics.add(numbers, TURN, 1);
    Atomics.notify(numbers, TURN);
  }

  /** Returns when no other thread works on the job, and none will. */
  close() {
    const { numbers } = this;
    Atomics.and(numbers, STATE, ~OPEN);
    for (let state; (state = Atomics.load(numbers, STATE)) !== 0; ) wait(numbers, STATE, state);
    if (Atomics.exchange(numbers, FAILED, 0)) throw new Error("a thread of the engine stopped");
  }

  /** Lets the other threads listen to messages. Returns what `work` needs to go on after them. */
  interrupt() {
    const round = Atomics.add(this.numbers, ROUND, 1) + 1;
    Atomics.add(this.numbers, TURN, 1);
    Atomics.notify(this.numbers, TURN);
    return round;
  }
}

/** Another thread. */
export class Hand {
  #numbers;
  constructor(numbers) {
    this.#numbers = numbers;
    this.take = taking(numbers);
  }

  /** Calls `help` with the address of each job, until `Lead.interrupt` is called the next time. */
  work(round, help) {
    const numbers = this.#numbers;
    let turn = Atomics.load(numbers, TURN);
    while (Atomics.load(numbers, ROUND) === round) {
      if (this.#enter()) {
        try {
          // An interrupted thread may lack what the job needs.
          if (Atomics.load(numbers, ROUND) === round) help(numbers[JOB]);
        } catch (error) {
          Atomics.store(numbers, FAILED, 1);
          throw error;
        } finally {
          if (Atomics.sub(numbers, STATE, ONE) === ONE) Atomics.notify(numbers, STATE);
        }
      }
      wait(numbers, TURN, turn);
      turn = Atomics.load(numbers, TURN);
    }
  }

  /** Whether this thread may work on a job; then it is waited for. */
  #enter() {
    const numbers = this.#numbers;
    for (let state; (state = Atomics.load(numbers, STATE)) & OPEN; ) {
      if (Atomics.compareExchange(numbers, STATE, state, state + ONE) === state) return true;
    }
    return false;
  }
}
