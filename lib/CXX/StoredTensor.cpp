//===- StoredTensor.cpp - A value of a tensor -----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists entries when they are first iterated over, and sorts them when one is
// first looked for.
//
//===----------------------------------------------------------------------===//

#include "StoredTensor.h"

#include "weft-cxx/Entries.h"
#include "weft-cxx/Error.h"

#include <algorithm>
#include <numeric>

using namespace weft;
using namespace weft::cxx_impl;

/// Says in the words of this library what a hint says in those of the driver:
/// `-d=j:10` gives an index variable a size.
static void translateHint(std::string &text) {
  const std::string option = "as in -d=";
  size_t begin = text.find(option);
  size_t colon = text.find(':', begin == std::string::npos ? 0 : begin);
  if (begin == std::string::npos || colon == std::string::npos)
    return;
  size_t name = begin + option.size();
  size_t end = text.find_first_not_of("0123456789", colon + 1);
  std::string variable = text.substr(name, colon - name);
  std::string size =
      text.substr(colon + 1, end == std::string::npos ? end : end - colon - 1);
  text.replace(begin, end == std::string::npos ? end : end - begin,
               "as in IndexVar " + variable + "(\"" + variable + "\", " + size +
                   ")");
}

void cxx_impl::fail(char *error, const std::string &expression) {
  std::string text = error ? error : "not enough memory";
  weft_string_free(error);
  const std::string prefix = "error: ";
  if (text.compare(0, prefix.size(), prefix) == 0)
    text.erase(0, prefix.size());
  translateHint(text);
  if (!expression.empty() && text.find(expression) == std::string::npos)
    text += "\nnote: in the statement\n  " + expression;
  throw Error(text, expression);
}

StoredTensor::StoredTensor(TensorHandle taken, const Format &format)
    : handle(std::move(taken)),
      order(static_cast<size_t>(weft_tensor_order(handle.get()))),
      dense(format.isDense()) {
  fill.resize(
      static_cast<size_t>(weft_type_size(weft_tensor_type(handle.get()))));
  char *error = nullptr;
  if (weft_tensor_fill(handle.get(), fill.data(), &error))
    cxx_impl::fail(error);
}

StoredTensor::Listing &StoredTensor::list() const {
  std::lock_guard<std::mutex> lock(mutex);
  if (listing)
    return *listing;
  auto made = std::make_unique<Listing>();
  made->coordinates.resize(getNumStored() * order);
  made->components.resize(getNumStored() * fill.size());
  char *error = nullptr;
  if (weft_tensor_entries(handle.get(), made->coordinates.data(),
                          made->components.data(), &error))
    cxx_impl::fail(error);
  listing = std::move(made);
  return *listing;
}

const void *StoredTensor::getComponents() const {
  if (!dense)
    return list().components.data();
  const void *data = nullptr;
  int64_t length = 0;
  char *error = nullptr;
  if (weft_tensor_array(handle.get(), weft_tensor_num_arrays(handle.get()) - 1,
                        &data, &length, &error))
    cxx_impl::fail(error);
  return data;
}

const int64_t *StoredTensor::getCoordinates() const {
  return dense ? nullptr : list().coordinates.data();
}

const std::vector<size_t> &StoredTensor::sort() const {
  Listing &entries = list();
  std::lock_guard<std::mutex> lock(mutex);
  if (entries.order.size() == getNumStored())
    return entries.order;
  entries.order.resize(getNumStored());
  std::iota(entries.order.begin(), entries.order.end(), size_t(0));
  const int64_t *all = entries.coordinates.data();
  std::sort(entries.order.begin(), entries.order.end(),
            [&](size_t first, size_t second) {
              const int64_t *a = all + first * order;
              const int64_t *b = all + second * order;
              auto [end, other] = std::mismatch(a, a + order, b);
              return end == a + order ? first < second : *end < *other;
            });
  return entries.order;
}

const void *StoredTensor::find(const std::vector<int64_t> &coordinates,
                               std::vector<size_t> &places) const {
  if (dense) {
    size_t place = 0;
    for (size_t mode = 0; mode < order; ++mode)
      place = place * static_cast<size_t>(getDims()[mode]) +
              static_cast<size_t>(coordinates[mode]);
    places = {place};
    return getComponents();
  }
  const std::vector<size_t> &sorted = sort();
  const int64_t *all = getCoordinates();
  auto compare = [&](size_t entry) {
    const int64_t *own = all + entry * order;
    auto [first, second] = std::mismatch(own, own + order, coordinates.begin());
    return first == own + order ? 0 : *first < *second ? -1 : 1;
  };
  auto begin =
      std::partition_point(sorted.begin(), sorted.end(),
                           [&](size_t entry) { return compare(entry) < 0; });
  for (places.clear(); begin != sorted.end() && compare(*begin) == 0; ++begin)
    places.push_back(*begin);
  if (!places.empty())
    return getComponents();
  places = {0};
  return fill.data();
}

EntryCursor::EntryCursor(StoredPtr taken, bool atEnd)
    : stored(std::move(taken)), order(stored->getOrder()),
      position(atEnd ? stored->getNumStored() : 0), isDense(stored->isDense()) {
  if (atEnd)
    return;
  values = stored->getComponents();
  coordinates = stored->getCoordinates();
  if (isDense)
    counter.resize(order);
}

void EntryCursor::count() {
  for (size_t mode = order; mode-- > 0;) {
    if (++counter[mode] < stored->getDims()[mode])
      return;
    counter[mode] = 0;
  }
}
