//===- Report.cpp - Results in a few words ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes tensors by their stored components.
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "ProgressBar.h"

#include "Api.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace weft::driver;

/// The 2-norm of numbers, scaled so that squares neither overflow nor vanish.
static double getNorm(const std::vector<double> &values) {
  double largest = 0;
  for (double value : values) {
    if (std::isnan(value))
      return value;
    largest = std::fmax(largest, std::fabs(value));
  }
  if (largest == 0 || std::isinf(largest))
    return largest;
  double sum = 0;
  for (double value : values)
    sum += (value / largest) * (value / largest);
  return largest * std::sqrt(sum);
}

static double getNorm(const weft_tensor *tensor) {
  const void *values = nullptr;
  int64_t count = 0;
  weft_tensor_array(tensor, weft_tensor_num_arrays(tensor) - 1, &values, &count,
                    nullptr);
  std::string type = weft_tensor_type(tensor);
  // Some positions may be no components, or stand for several, and components
  // may be apart.
  int64_t numStored = weft_tensor_num_stored(tensor);
  std::vector<int64_t> coordinates;
  std::vector<char> entries;
  if (count != numStored || weft_tensor_is_packed(tensor)) {
    coordinates.resize(numStored * weft_tensor_order(tensor));
    entries.resize(numStored * weft_type_size(type.c_str()));
    weft_tensor_entries(tensor, coordinates.data(), entries.data(), nullptr);
    values = entries.data();
    count = numStored;
  }
  bool isComplex = type[0] == 'c';
  std::vector<double> numbers(isComplex ? 2 * count : count);
  // Every number fits these types.
  weft_convert_values(type.c_str(), values, isComplex ? "complex<f64>" : "f64",
                      numbers.data(), count, nullptr);
  return getNorm(numbers);
}

std::string weft::driver::summarize(const std::string &name,
                                    const weft_tensor *tensor) {
  static const char *const shapes[] = {"scalar", "vector of ", "matrix of "};
  int64_t order = weft_tensor_order(tensor);
  std::string line = name + ": " + weft_tensor_type(tensor) + " " +
                     (order < 3 ? shapes[order] : "tensor of ");
  for (int64_t mode = 0; mode < order; ++mode)
    line +=
        (mode ? " x " : "") + std::to_string(weft_tensor_dims(tensor)[mode]);
  char norm[64];
  // The sign of a NaN says nothing.
  std::snprintf(norm, sizeof norm, "%.10g", std::fabs(getNorm(tensor)));
  return line + ", " + std::to_string(weft_tensor_num_stored(tensor)) +
         " stored, norm " + norm + "\n";
}

bool weft::driver::describeStorage(const weft_tensor *tensor, std::string &text,
                                   std::string &message) {
  char *made = nullptr, *error = nullptr;
  int status = weft_tensor_print(tensor, &made, &error);
  Text madeOwner(made), errorOwner(error);
  if (status == 0)
    text += made;
  else
    message = error ? error : "not enough memory";
  return status == 0;
}

bool weft::driver::writeToStandardOutput(const std::string &text,
                                         std::string &message) {
  clearProgressBar();
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
      std::fflush(stdout) == 0)
    return true;
  // A reader that goes away has seen what it wanted.
  if (errno == EPIPE)
    return true;
  message = std::string("cannot write to the standard output: ") +
            std::strerror(errno);
  return false;
}
