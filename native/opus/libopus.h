#pragma once

#include <cstdint>

#include "dynamic-library/dynamic_library.h"

namespace guildhall {

// The part of libopus's stable ABI that is used here.
struct OpusEncoder;
struct OpusDecoder;

constexpr int kOpusOk = 0;
constexpr int kOpusSampleRate = 48000;

// libopus, opened at run time by `LoadFunctions`.
struct LibOpus {
  DynamicLibrary library{LibraryFile{"libopus.so.0", "libopus.0.dylib", "opus.dll"}};
  const char* (*get_version_string)();
  OpusEncoder* (*encoder_create)(int32_t sample_rate, int channels, int application, int* error);
  void (*encoder_destroy)(OpusEncoder*);
  int (*encoder_ctl)(OpusEncoder*, int request, ...);
  int32_t (*encode)(OpusEncoder*, const int16_t* samples, int count, uint8_t* packet, int32_t size);
  OpusDecoder* (*decoder_create)(int32_t sample_rate, int channels, int* error);
  void (*decoder_destroy)(OpusDecoder*);
  int (*decode)(OpusDecoder*, const uint8_t* packet, int32_t size, int16_t* samples, int count, int fec);
  int (*decoder_get_nb_samples)(const OpusDecoder*, const uint8_t* packet, int32_t size);

  LibOpus();
};

}  // namespace guildhall
