//===- Difference.cpp - Comparison of two tensors ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges the entries of both in the order of their coordinates. Components are
// compared, not arrays: an explicit zero is as good as none.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "weft/Runtime/Progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <vector>

using namespace weft;
using weft::capi::fail;

/// How many entries are compared or sorted between two reports of progress:
/// some milliseconds.
static constexpr size_t numBetweenReports = 1 << 15;

/// False if the caller's progress callback has cancelled the comparison.
static bool reportComparison() {
  return runtime::reportProgress("running", -1);
}

namespace {
/// The entries of a tensor, sorted by coordinates.
class SortedEntries {
public:
  explicit SortedEntries(const weft_tensor *tensor)
      : order(weft_tensor_order(tensor)), type(weft_tensor_type(tensor)),
        width(weft_type_size(type)) {
    int64_t count = weft_tensor_num_stored(tensor);
    coordinates.resize(count * order);
    components.resize(count * width);
    weft_tensor_entries(tensor, coordinates.data(), components.data(), nullptr);
    places.resize(count);
    std::iota(places.begin(), places.end(), 0);
    sort();
    absent.resize(width);
    weft_tensor_fill(tensor, absent.data(), nullptr);
  }

  size_t size() const { return places.size(); }
  const int64_t *getCoordinates(size_t number) const {
    return at(places[number]);
  }
  const char *getComponent(size_t number) const {
    return components.data() + places[number] * width;
  }
  const char *getFill() const { return absent.data(); }
  /// The largest finite magnitude of the real and imaginary parts.
  double findLargest() const {
    bool isComplex = type[0] == 'c';
    std::vector<double> parts(numBetweenReports * (isComplex ? 2 : 1));
    double largest = 0;
    for (size_t begin = 0; begin < size(); begin += numBetweenReports) {
      size_t count = std::min(numBetweenReports, size() - begin);
      if (!reportComparison())
        break;
      weft_convert_values(type, components.data() + begin * width,
                          isComplex ? "complex<f64>" : "f64", parts.data(),
                          static_cast<int64_t>(count), nullptr);
      for (size_t part = 0; part < count * (isComplex ? 2 : 1); ++part)
        if (std::isfinite(parts[part]))
          largest = std::fmax(largest, std::fabs(parts[part]));
    }
    return largest;
  }
  int compare(const int64_t *a, const int64_t *b) const {
    for (int64_t mode = 0; mode < order; ++mode)
      if (a[mode] != b[mode])
        return a[mode] < b[mode] ? -1 : 1;
    return 0;
  }

private:
  /// A merge sort. It ends early, in any order, if the operation is cancelled.
  void sort() {
    auto less = [&](int64_t a, int64_t b) { return compare(at(a), at(b)) < 0; };
    if (std::is_sorted(places.begin(), places.end(), less))
      return;
    size_t count = places.size();
    auto end = [&](size_t place) {
      return places.begin() + std::min(place, count);
    };
    for (size_t begin = 0; begin < count; begin += numBetweenReports) {
      if (!reportComparison())
        return;
      std::sort(end(begin), end(begin + numBetweenReports), less);
    }
    std::vector<int64_t> merged(count);
    for (size_t length = numBetweenReports; length < count; length *= 2) {
      for (size_t begin = 0; begin < count; begin += 2 * length) {
        if (!reportComparison())
          return;
        std::merge(end(begin), end(begin + length), end(begin + length),
                   end(begin + 2 * length), merged.begin() + begin, less);
      }
      places.swap(merged);
    }
  }

  const int64_t *at(int64_t place) const {
    return coordinates.data() + place * order;
  }

  int64_t order;
  const char *type;
  int64_t width;
  std::vector<int64_t> coordinates, places;
  std::vector<char> components, absent;
};

/// The parts of a component as real numbers.
struct Parts {
  Parts(const char *type, const void *component) {
    weft_convert_values(type, component,
                        type[0] == 'c' ? "complex<f64>" : "f64", values, 1,
                        nullptr);
  }
  double values[2] = {0, 0};
};

/// Whether components are the same but for rounding.
class Comparison {
public:
  Comparison(const char *type, const SortedEntries &expected) : type(type) {
    isExact = type[0] == 'i' || type[0] == 'u' || !std::strcmp(type, "bool");
    bool isWide =
        !std::strcmp(type, "f64") || !std::strcmp(type, "complex<f64>");
    double largest = isExact ? 0 : expected.findLargest();
    // Sums of many components, each rounded to the type.
    bool isHalf = !std::strcmp(type, "f16"),
         isBrain = !std::strcmp(type, "bf16");
    tolerance = largest * (isWide    ? 1e-9
                           : isHalf  ? 4e-3
                           : isBrain ? 3e-2
                                     : 1e-4);
  }

  bool isSame(const char *a, const char *b) const {
    if (std::memcmp(a, b, weft_type_size(type)) == 0)
      return true;
    Parts first(type, a), second(type, b);
    for (int k = 0; k < 2; ++k) {
      double x = first.values[k], y = second.values[k];
      bool isClose = x == y || (std::isnan(x) && std::isnan(y)) ||
                     (!isExact && std::fabs(x - y) <= tolerance);
      if (!isClose)
        return false;
    }
    // Large integers may be alike as real numbers.
    return !isExact;
  }

  std::string print(const char *component) const {
    Parts parts(type, component);
    char text[80];
    if (type[0] == 'c')
      std::snprintf(text, sizeof text, "%.17g%+.17gim", parts.values[0],
                    parts.values[1]);
    else
      std::snprintf(text, sizeof text, "%.17g", parts.values[0]);
    return text;
  }

private:
  const char *type;
  bool isExact;
  double tolerance;
};
} // namespace

/// Where the first different component is and both components, or an empty
/// text. If the operation is cancelled, the text means nothing.
static std::string findDifference(const weft_tensor *expected,
                                  const weft_tensor *actual) {
  SortedEntries first(expected), second(actual);
  Comparison comparison(weft_tensor_type(expected), first);
  size_t numCompared = 0;
  for (size_t i = 0, j = 0; i < first.size() || j < second.size();) {
    if (++numCompared % numBetweenReports == 0 && !reportComparison())
      break;
    int side = i == first.size()    ? 1
               : j == second.size() ? -1
                                    : first.compare(first.getCoordinates(i),
                                                    second.getCoordinates(j));
    const int64_t *coordinates =
        side <= 0 ? first.getCoordinates(i) : second.getCoordinates(j);
    const char *a = side <= 0 ? first.getComponent(i) : first.getFill();
    const char *b = side >= 0 ? second.getComponent(j) : second.getFill();
    if (!comparison.isSame(a, b)) {
      std::string place;
      for (int64_t mode = 0; mode < weft_tensor_order(expected); ++mode)
        place += (mode ? "," : "") + std::to_string(coordinates[mode]);
      return (place.empty() ? "" : "(" + place + ")") + " is " +
             comparison.print(b) + ", expected " + comparison.print(a);
    }
    i += side <= 0;
    j += side >= 0;
  }
  return "";
}

int weft_tensor_difference(const weft_tensor *expected,
                           const weft_tensor *actual, char **text,
                           char **error) {
  WEFT_REQUIRE(expected);
  WEFT_REQUIRE(actual);
  WEFT_REQUIRE(text);
  WEFT_REQUIRE_HOST(expected);
  WEFT_REQUIRE_HOST(actual);
  if (expected->tensor.dims() != actual->tensor.dims())
    return fail(error, "expected a tensor of the sizes " +
                           runtime::describeDims(expected->tensor.dims()) +
                           ", got " +
                           runtime::describeDims(actual->tensor.dims()));
  if (expected->tensor.type() != actual->tensor.type())
    return fail(error, "expected a tensor of type " + expected->typeName +
                           ", got " + actual->typeName);
  runtime::resetCancellation();
  std::string difference = findDifference(expected, actual);
  if (runtime::isCancelled())
    return fail(error, runtime::Status::failure("cancelled"));
  *text = capi::copyText(difference);
  return *text ? 0
               : fail(error, runtime::Status::outOfMemory("not enough memory"));
}
