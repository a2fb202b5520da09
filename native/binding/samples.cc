#include "binding/samples.h"

#include <algorithm>

namespace guildhall {
namespace {

bool IsArrayOf(const Napi::Value& value, napi_typedarray_type type) {
  return value.IsTypedArray() && value.As<Napi::TypedArray>().TypedArrayType() == type;
}

}  // namespace

bool IsSamples(const Napi::Value& value, size_t count) {
  return IsArrayOf(value, napi_int16_array) && value.As<Napi::TypedArray>().ElementLength() == count;
}

bool IsBytes(const Napi::Value& value) { return IsArrayOf(value, napi_uint8_array); }

int16_t* SamplesOf(const Napi::Value& value) { return value.As<Napi::Int16Array>().Data(); }

const uint8_t* BytesOf(const Napi::Value& value) { return value.As<Napi::Uint8Array>().Data(); }

Napi::Value ToInt16Array(Napi::Env env, const std::vector<int16_t>& samples) {
  Napi::Int16Array array = Napi::Int16Array::New(env, samples.size());
  if (env.IsExceptionPending()) return env.Undefined();
  std::copy(samples.begin(), samples.end(), array.Data());
  return array;
}

}  // namespace guildhall
