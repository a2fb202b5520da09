/** The Opus frame of silence, 20 ms. */
export const OPUS_SILENCE: Buffer = Buffer.from([0xf8, 0xff, 0xfe]);

/** So many of them follow the last frame of speech, so that receivers do not extend its sound. */
export const SILENCE_FRAMES = 5;
