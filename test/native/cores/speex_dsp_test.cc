// sources: native/dynamic-library/linux.cc native/dynamic-library/posix.cc native/speex-dsp/libspeexdsp.cc native/speex-dsp/echo_canceller.cc native/speex-dsp/preprocessor.cc native/speex-dsp/resampler.cc
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "check.h"
#include "speex-dsp/echo_canceller.h"
#include "speex-dsp/preprocessor.h"
#include "speex-dsp/resampler.h"

using guildhall::EchoCanceller;
using guildhall::kBlockSamples;
using guildhall::Preprocessor;
using guildhall::Resampler;

namespace {

std::vector<int16_t> Noise() {
  std::vector<int16_t> samples(kBlockSamples);
  for (int16_t& sample : samples) sample = static_cast<int16_t>(std::rand() % 8000 - 4000);
  return samples;
}

double Energy(const std::vector<int16_t>& samples) {
  double sum = 0;
  for (const int16_t sample : samples) sum += static_cast<double>(sample) * sample;
  return sum;
}

// What was played comes back without a delay: the canceller learns to remove it.
void CheckEcho() {
  const auto canceller = EchoCanceller::Create(2 * kBlockSamples);
  CHECK(canceller != nullptr);
  double recorded = 0, left = 0;
  for (int block = 0; block < 300; ++block) {
    const std::vector<int16_t> played = Noise();
    const std::vector<int16_t> result = canceller->Cancel(played.data(), played.data());
    if (block < 200) continue;
    recorded += Energy(played);
    left += Energy(result);
  }
  CHECK(left < recorded / 100);
}

// A preprocessor keeps the canceller that it was configured with.
void CheckPreprocessor() {
  const auto preprocessor = Preprocessor::Create();
  CHECK(preprocessor != nullptr);
  auto canceller = EchoCanceller::Create(2 * kBlockSamples);
  const std::vector<int16_t> noise = Noise();
  for (const bool has_canceller : {true, false}) {
    preprocessor->Configure({30, 40, 15, 12000, 30, 12}, has_canceller ? canceller : nullptr);
    canceller.reset();
    CHECK(preprocessor->Process(noise.data()).size() == static_cast<size_t>(kBlockSamples));
  }
}

void CheckResampler() {
  for (const int from : {Resampler::kMinRate, 44100, Resampler::kMaxRate}) {
    const auto resampler = Resampler::Create(from, 48000);
    CHECK(resampler != nullptr);
    const std::vector<int16_t> samples(Resampler::kMaxSamples);
    size_t made = 0;
    for (const size_t count : {size_t{0}, size_t{1}, Resampler::kMaxSamples}) {
      made += resampler->Process(samples.data(), count).size();
    }
    const double expected = static_cast<double>(Resampler::kMaxSamples) * 48000 / from;
    CHECK(std::abs(static_cast<double>(made) - expected) < 200);
  }
}

}  // namespace

int main() {
  CheckEcho();
  CheckPreprocessor();
  CheckResampler();
  return guildhall::test::Failures();
}
