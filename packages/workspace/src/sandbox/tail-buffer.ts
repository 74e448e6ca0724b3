/** Keeps the last bytes of a stream: memory stays below twice the capacity, however much is written. */
export class TailBuffer {
  private chunks: Buffer[] = [];
  private kept = 0;
  private total = 0;

  constructor(private readonly capacityBytes: number) {}

  /** Whether something was written that is no longer kept. */
  get truncated(): boolean {
    return this.total > this.capacityBytes;
  }

  push(chunk: Buffer): void {
    this.total += chunk.length;
    this.chunks.push(chunk);
    this.kept += chunk.length;
    if (this.kept > 2 * this.capacityBytes) {
      // Copied, so that the memory which the slice points into can go.
      this.chunks = [Buffer.from(this.tail())];
      this.kept = this.chunks[0]?.length ?? 0;
    }
  }

  /** The last `capacityBytes` bytes, or all where there are fewer. */
  tail(): Buffer {
    const all = Buffer.concat(this.chunks);
    return all.subarray(Math.max(0, all.length - this.capacityBytes));
  }
}
