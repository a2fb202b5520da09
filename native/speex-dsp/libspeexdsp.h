#pragma once

#include <cstdint>

#include "dynamic-library/dynamic_library.h"

namespace guildhall {

// The part of libspeexdsp's stable ABI that is used here.
struct SpeexEchoState;
struct SpeexPreprocessState;
struct SpeexResamplerState;

constexpr int kSpeexSampleRate = 48000;

// libspeexdsp, opened at run time by `LoadFunctions`.
struct LibSpeexDsp {
  DynamicLibrary library{LibraryFile{"libspeexdsp.so.1", "libspeexdsp.1.dylib", "speexdsp.dll"}};
  SpeexEchoState* (*echo_init)(int frame_samples, int tail_samples);
  void (*echo_destroy)(SpeexEchoState*);
  void (*echo_cancel)(SpeexEchoState*, const int16_t* recorded, const int16_t* played, int16_t* result);
  int (*echo_ctl)(SpeexEchoState*, int request, void* value);
  SpeexPreprocessState* (*preprocess_init)(int frame_samples, int sample_rate);
  void (*preprocess_destroy)(SpeexPreprocessState*);
  int (*preprocess_run)(SpeexPreprocessState*, int16_t* samples);
  int (*preprocess_ctl)(SpeexPreprocessState*, int request, void* value);
  SpeexResamplerState* (*resampler_init)(uint32_t channels, uint32_t from, uint32_t to, int quality,
                                         int* error);
  void (*resampler_destroy)(SpeexResamplerState*);
  int (*resampler_process)(SpeexResamplerState*, const int16_t* samples, uint32_t* count, int16_t* result,
                           uint32_t* result_count);

  LibSpeexDsp();
};

}  // namespace guildhall
