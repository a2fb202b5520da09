#include "speex-dsp/resampler.h"

namespace guildhall {
namespace {

// 0-10; what the library recommends for conversations.
constexpr int kQuality = 3;

}  // namespace

std::unique_ptr<Resampler> Resampler::Create(int from, int to) {
  const LibSpeexDsp* speex = LoadFunctions<LibSpeexDsp>();
  if (speex == nullptr) return nullptr;
  int error = 0;
  SpeexResamplerState* state =
      speex->resampler_init(1, static_cast<uint32_t>(from), static_cast<uint32_t>(to), kQuality, &error);
  if (state == nullptr) return nullptr;
  return std::unique_ptr<Resampler>(new Resampler(*speex, state, from, to));
}

Resampler::~Resampler() { speex_.resampler_destroy(state_); }

std::vector<int16_t> Resampler::Process(const int16_t* samples, size_t count) {
  // One more for the fraction that is left from before.
  std::vector<int16_t> result(count * static_cast<size_t>(to_) / static_cast<size_t>(from_) + 2);
  uint32_t taken = static_cast<uint32_t>(count);
  uint32_t made = static_cast<uint32_t>(result.size());
  speex_.resampler_process(state_, samples, &taken, result.data(), &made);
  result.resize(made);
  return result;
}

}  // namespace guildhall
