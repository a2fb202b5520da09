// sources: native/dynamic-library/linux.cc native/dynamic-library/posix.cc native/opus/libopus.cc native/opus/speech_encoder.cc native/opus/stereo_decoder.cc
#include <cmath>
#include <cstdint>
#include <vector>

#include "check.h"
#include "opus/speech_encoder.h"
#include "opus/stereo_decoder.h"

using guildhall::SpeechEncoder;
using guildhall::StereoDecoder;

namespace {

constexpr size_t kStereoFrame = 2 * SpeechEncoder::kFrameSamples;

std::vector<int16_t> Tone() {
  std::vector<int16_t> samples(SpeechEncoder::kFrameSamples);
  for (size_t at = 0; at < samples.size(); ++at) {
    samples[at] = static_cast<int16_t>(8000 * std::sin(0.05 * static_cast<double>(at)));
  }
  return samples;
}

}  // namespace

int main() {
  const auto encoder = SpeechEncoder::Create();
  const auto decoder = StereoDecoder::Create();
  CHECK(encoder != nullptr && decoder != nullptr);
  if (encoder == nullptr || decoder == nullptr) return guildhall::test::Failures();
  CHECK(encoder->Configure({32000, 20, 10}));
  CHECK(!encoder->Configure({32000, 101, 10}));
  CHECK(!encoder->Configure({32000, 20, 11}));

  const std::vector<uint8_t> packet = encoder->Encode(Tone().data());
  CHECK(!packet.empty());
  CHECK(decoder->Decode(packet.data(), packet.size()).size() == kStereoFrame);
  CHECK(decoder->Conceal(StereoDecoder::kMaxSamples).size() == 2 * StereoDecoder::kMaxSamples);
  CHECK(decoder->Recover(packet.data(), packet.size(), SpeechEncoder::kFrameSamples).size() == kStereoFrame);

  // Every first byte, each with lengths that do not fit it.
  for (int first = 0; first < 256; ++first) {
    for (size_t size = 0; size < 12; ++size) {
      std::vector<uint8_t> bytes(size, static_cast<uint8_t>(first));
      const size_t decoded = decoder->Decode(bytes.data(), size).size();
      CHECK(decoded <= 2 * StereoDecoder::kMaxSamples);
      CHECK(size > 0 || decoded == 0);
    }
  }
  CHECK(!StereoDecoder::IsDuration(0) && !StereoDecoder::IsDuration(121) && !StereoDecoder::IsDuration(5880));
  return guildhall::test::Failures();
}
