#pragma once

#include <napi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace guildhall {

// Whether a value is an Int16Array of this length.
bool IsSamples(const Napi::Value& value, size_t count);
// Whether a value is a Uint8Array, e.g. a Buffer.
bool IsBytes(const Napi::Value& value);

// Only for values for which `IsSamples` or `IsBytes` is true; valid until JavaScript runs again.
int16_t* SamplesOf(const Napi::Value& value);
const uint8_t* BytesOf(const Napi::Value& value);

// An Int16Array with a copy of the samples.
Napi::Value ToInt16Array(Napi::Env env, const std::vector<int16_t>& samples);

}  // namespace guildhall
