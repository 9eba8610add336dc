//===- TakeTensors.cpp - Options about tensors ----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats, types, sizes, and where tensors come from and go to. What a format
// or a type means is checked where it is used.
//
//===----------------------------------------------------------------------===//

#include "TakeOption.h"
#include "Texts.h"

#include <algorithm>

using namespace weft::driver;

/// Refuses what is no name in "NAME:VALUE".
static std::string expectName(const char *option, const std::string &text,
                              const std::string &name) {
  return "expected a name, got '" + name + "' in '" + option + "=" + text +
         "'\nhint: names are letters, digits and underscores";
}

/// Takes "NAME:VALUE" into a map that has one value per name.
template <typename Value>
static std::string takeNamed(const std::string &text, const char *option,
                             const char *what,
                             std::map<std::string, Value> &values,
                             Value makeValue(const std::string &)) {
  std::string name, value;
  if (!splitNamed(text, name, value))
    return std::string("expected ") + option + "=TENSOR:" + what + ", got '" +
           option + "=" + text + "'";
  if (!isName(name))
    return expectName(option, text, name);
  if (!values.emplace(name, makeValue(value)).second)
    return std::string("tensor ") + name + " has one already, got '" + option +
           "=" + text + "'";
  return "";
}

std::string weft::driver::takeSource(CommandLine &line, const std::string &text,
                                     bool isGenerated) {
  return takeNamed<Source>(
      text, isGenerated ? "-g" : "-i", isGenerated ? "KIND" : "FILE",
      line.sources,
      isGenerated
          ? [](const std::string &value) { return Source{true, value}; }
          : [](const std::string &value) { return Source{false, value}; });
}

/// Takes "NAME:VALUE" as it stands.
std::string weft::driver::takeText(const std::string &text, const char *option,
                                   const char *what,
                                   std::vector<std::string> &texts) {
  std::string name, value;
  if (!splitNamed(text, name, value))
    return std::string("expected ") + option + "=NAME:" + what + ", got '" +
           option + "=" + text + "'";
  if (!isName(name))
    return expectName(option, text, name);
  texts.push_back(text);
  return "";
}

/// Takes the number of entries behind sizes, which stay what they are.
static void takeEntries(CommandLine &line, const std::string &name,
                        const std::vector<int64_t> &sizes, int64_t entries) {
  std::string list;
  for (int64_t size : sizes)
    list += (list.empty() ? "" : "x") + std::to_string(size);
  line.statistics += " statistics=" + name + ":sizes=" + list +
                     ";entries=" + std::to_string(entries);
  std::replace(list.begin(), list.end(), 'x', ',');
  line.sizes.back() = name + ":" + list;
}

std::string weft::driver::takeSizes(CommandLine &line,
                                    const std::string &given) {
  // TACO's documentation has commas, its users write 3x4 as well.
  std::string text = given;
  size_t colon = std::min(text.find(':'), text.size());
  std::replace(text.begin() + colon, text.end(), 'x', ',');
  if (std::string message = takeText(text, "-d", "SIZES", line.sizes);
      !message.empty())
    return message;
  std::string name = text.substr(0, colon);
  std::vector<int64_t> &parsed = line.sizesOf[name];
  if (!parsed.empty())
    return "a second -d for " + name;
  size_t end = colon;
  while (end < text.size()) {
    size_t begin = end + 1;
    end = std::min(text.find(',', begin), text.size());
    std::string part = text.substr(begin, end - begin);
    auto refuse = [&](const std::string &expected) {
      return "expected " + expected + ", got " +
             (part.empty() ? "nothing" : "'" + part + "'") +
             underline("-d=" + given, begin + 3, part.size());
    };
    int64_t number = 0;
    if (part.compare(0, 4, "nnz=") == 0) {
      if (end != text.size() || parsed.empty() ||
          !parseInteger(part.substr(4), number) || number < 0)
        return refuse("nnz=N behind the sizes, an integer from 0 to 2^63 - 1");
      takeEntries(line, name, parsed, number);
      return "";
    }
    if (!parseInteger(part, number) || number < 0)
      return refuse("a size from 0 to 2^63 - 1");
    parsed.push_back(number);
  }
  return "";
}

std::string weft::driver::takeStored(CommandLine &line,
                                     const std::string &name) {
  line.showStorage = true;
  if (name.empty())
    return "";
  if (!isName(name))
    return "expected -print-storage=TENSOR, got '-print-storage=" + name + "'";
  line.storedTensors.push_back(name);
  return "";
}

std::string weft::driver::takeSeed(CommandLine &line, const std::string &text) {
  int64_t seed = 0;
  if (!parseInteger(text, seed) || seed < 0)
    return "expected a seed from 0 to 2^63 - 1, got '-seed=" + text + "'";
  line.seed = static_cast<uint64_t>(seed);
  return "";
}

std::string weft::driver::takeOutput(CommandLine &line,
                                     const std::string &text) {
  return takeNamed<std::string>(text, "-o", "FILE", line.outputs,
                                [](const std::string &path) { return path; });
}

std::string weft::driver::takeZeroBased(CommandLine &line,
                                        const std::string &name) {
  line.isZeroBased |= name.empty();
  if (name.empty())
    return "";
  if (!isName(name))
    return "expected -zero-based=TENSOR, got '-zero-based=" + name + "'";
  line.zeroBasedTensors.push_back(name);
  return "";
}
