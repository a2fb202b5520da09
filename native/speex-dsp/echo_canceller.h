#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "speex-dsp/libspeexdsp.h"

namespace guildhall {

// The samples of a block, the unit of all processing: 10 ms at 48 kHz, mono.
constexpr int kBlockSamples = 480;

// Removes from recorded sound what was played and came back through the room.
class EchoCanceller {
 public:
  // The longest tail, 1 s; its cost rises with it.
  static constexpr int kMaxTailSamples = kSpeexSampleRate;

  // `tail_samples`: how late an echo may come, up to kMaxTailSamples. Null if libspeexdsp is missing.
  static std::shared_ptr<EchoCanceller> Create(int tail_samples);
  ~EchoCanceller();
  EchoCanceller(const EchoCanceller&) = delete;
  EchoCanceller& operator=(const EchoCanceller&) = delete;

  // Both have kBlockSamples samples, as has the result.
  std::vector<int16_t> Cancel(const int16_t* recorded, const int16_t* played);

  // For the preprocessor, which suppresses what is left of the echo.
  SpeexEchoState* state() const { return state_; }

 private:
  EchoCanceller(const LibSpeexDsp& speex, SpeexEchoState* state) : speex_(speex), state_(state) {}

  const LibSpeexDsp& speex_;
  SpeexEchoState* const state_;
};

}  // namespace guildhall
