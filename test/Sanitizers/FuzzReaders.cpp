//===- FuzzReaders.cpp - Mutated inputs for all readers -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes texts, formats, arguments and files at random and lets them be read.
// Sanitizers watch; besides, what is accepted is printed or written and must
// read as the same again, and what is refused has a message with a place inside
// of the text. Each case depends on its number and the seed alone:
// `--seed S --start N --cases 1` repeats one.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Arguments.h"
#include "weft/Notation/FormatText.h"
#include "weft/Notation/Sizes.h"
#include "weft/Runtime/Memory.h"
#include "weft/Runtime/TensorABI.h"
#include "weft/Runtime/TensorFile.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <unistd.h>

using namespace weft;

namespace {

/// The case at work, for the message of whatever ends the program.
struct {
  unsigned long seed = 1, number = 0;
  const char *target = "";
  std::string input;
} current;

void showCase() {
  std::fprintf(stderr, "in case %lu of seed %lu, %s:\n%s\n", current.number,
               current.seed, current.target, current.input.c_str());
}

[[noreturn]] void fail(const std::string &reason) {
  std::fprintf(stderr, "FAILED: %s\n", reason.c_str());
  showCase();
  std::exit(1);
}

using Random = std::mt19937_64;

template <typename Container>
auto pick(const Container &list, Random &random) -> decltype(list[0]) {
  return list[random() % std::size(list)];
}

/// Edits a text in a few places: pieces of the same language come in, parts go,
/// move or are repeated, bytes and numbers change.
std::string mutate(std::string text, const std::vector<std::string> &pieces,
                   Random &random) {
  for (unsigned edits = random() % 5; edits > 0; --edits) {
    size_t at = random() % (text.size() + 1);
    switch (random() % 6) {
    case 0:
      text.insert(at, pick(pieces, random));
      break;
    case 1:
      text.erase(at, 1 + random() % 6);
      break;
    case 2:
      text.insert(at, text.substr(random() % (text.size() + 1), 12));
      break;
    case 3:
      text.resize(at);
      break;
    case 4:
      if (size_t digit = text.find_first_of("0123456789", at);
          digit != text.npos)
        text.replace(digit, 1, pick(pieces, random));
      break;
    default:
      if (at < text.size())
        text[at] = static_cast<char>(random() % 256);
      break;
    }
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

const std::vector<std::string> texts = {
    "y(i) = A(i,j) * x(j)",
    "a(i) = B(i,j)*c(j) + d(i) + e(i)",
    "y(i) += max(A(i,3), -2.5e-3) / (b(i) - 0x1F)",
    "t(i,j) = sum(k, l, B(i,k,l) * C(l,j)); y = t(i,i) + 2im",
    "y = max(k, A(k)) + any(k, A(k) > 0)\nz(i) = i * y",
    "w(i) = select(a(i) <= b(i), sqrt(a(i)), pow(b(i), 2))",
    "A(i,j) = A(j,i) == 1",
    "y(i) = x(2*i-1) - x(i(1,9,2)) + sum(j, 1)"};

const std::vector<std::string> textPieces = {
    "(",  ")", ",",    ";",          "\n",   "+",     "-",  "*",
    "/",  "=", "==",   "<",          "+=",   "i",     "k",  "A",
    "1",  ".", "sum(", "max(",       "1e9",  "0x",    "im", "\xc3",
    "\t", "#", "!=",   "i(1,9)",     "tanh", "2*i-1", " ",  "\xe2\x8b\x85",
    "**", "%", "(-",   "4294967296", "min",  "1e999", "_",  "99999999999999"};

void checkError(const notation::Diagnostic &error, const std::string &text) {
  if (error.message.empty())
    fail("no message");
  if (error.range.begin > error.range.end || error.range.begin > text.size())
    fail("a place outside of the text");
  if (notation::render(error, text).find(error.message) == std::string::npos)
    fail("the message is not shown");
}

void readText(Random &random) {
  std::string text = mutate(pick(texts, random), textPieces, random);
  current.input = text;
  auto program = notation::parseProgram(text);
  if (!program)
    return checkError(program.error(), text);
  std::string printed = notation::print(*program);
  auto again = notation::parseProgram(printed);
  if (!again)
    fail("what is printed is refused: " +
         notation::render(again.error(), printed));
  if (notation::print(*again) != printed)
    fail("what is printed reads differently: " + printed);
  notation::Sizes sizes;
  for (const notation::Tensor &tensor : program->tensors)
    if (tensor.isInput)
      sizes.tensors[tensor.name].assign(tensor.order, random() % 12);
  if (auto inferred = notation::inferSizes(*program, sizes); !inferred)
    checkError(inferred.error(), text);
  if (auto mistake = notation::checkSizes(*program, sizes))
    checkError(*mistake, text);
}

//===----------------------------------------------------------------------===//
// Arguments and formats
//===----------------------------------------------------------------------===//

const std::vector<std::string> arguments = {"A:ds:1,0{pos=64,crd=8}",
                                            "A:CSR",
                                            "A:COO",
                                            "A:BCSR{block=2x3}",
                                            "A:dsdd:0/2,1/3,0%2,1%3",
                                            "A:DIA",
                                            "A:dro:*,0,1",
                                            "A:SELL{block=4,fill=0}",
                                            "A:didp:0/4,*,0%4,1",
                                            "A:CSR{fill=-inf}",
                                            "A:dn2:0,1",
                                            "A:complex<f64>",
                                            "A:3,4",
                                            "i:12"};

const std::vector<std::string> argumentPieces = {
    ":",   ",",   "{",     "}",           "=", "d",  "s",   "u",   "q",
    "c",   "b",   "h",     "g",           "t", "e",  "i",   "n2",  "r",
    "o",   "p",   "*",     "/",           "%", "0",  "1",   "2",   "64",
    "x",   "A",   "block", "B",           "f", "-",  "pos", "crd", "fill=",
    "inf", "CSF", "\n",    "99999999999", " ", "ELL"};

const notation::Program &getProgram() {
  static const notation::Program program =
      std::move(*notation::parseProgram("A(i,j) = B(i,j) * c(j)"));
  return program;
}

void readArgument(Random &random) {
  std::string text = mutate(pick(arguments, random), argumentPieces, random);
  current.input = text;
  auto format = notation::parseFormatArgument(text, getProgram());
  if (!format)
    checkError(format.error(), text);
  else if (static_cast<size_t>(format->value.order()) !=
           getProgram().findTensor(format->name)->order)
    fail("a format of another order");
  if (auto type = notation::parseTypeArgument(text, getProgram()); !type)
    checkError(type.error(), text);
  if (auto sizes = notation::parseSizesArgument(text, getProgram()); !sizes)
    checkError(sizes.error(), text);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

struct File {
  const char *ending;
  std::string text;
};

const std::vector<File> files = {
    {"mtx", "%%MatrixMarket matrix coordinate real general\n% remark\n"
            "3 4 3\n1 1 1.5\n3 4 -2e3\n2 2 0\n"},
    {"mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n"
            "3 3 3\n1 1\n2 1\n3 2\n"},
    {"mtx", "%%MatrixMarket matrix coordinate integer skew-symmetric\n"
            "4 4 2\n2 1 5\n4 3 -7\n"},
    {"mtx", "%%MatrixMarket matrix coordinate complex hermitian\n"
            "2 2 2\n1 1 1.0 0.0\n2 1 3.0 -4.5\n"},
    {"mtx", "%%MatrixMarket matrix array real general\n"
            "2 3\n1.0\n2\n3e-2\nnan\n-inf\n6\n"},
    {"mtx", "%%MatrixMarket matrix coordinate integer symmetric\n"
            "%%GraphBLAS type float\n3 3 3\n1 1 1.5D+03\n1 2 inf\n2 3 0\n"},
    {"mtx", "%%MatrixMarket matrix array real skew-symmetric\n"
            "3 3\n0\n1\n2\n0\n3\n0\n"},
    {"mtx", "%%MatrixMarket matrix coordinate unsigned-integer general\n"
            "2 2 2\n1 1 18446744073709551615\n2 1 0\n"},
    {"tns", "sptensor\n3\n2 3 4\n2\n1 1 1 1.0\n2 3 4 2.5\n"},
    {"tns", "2 3\n3 3\n1 1 1.0\n3 2 4\n3 2 5-1\n"},
    {"ttx", "%%MatrixMarket tensor coordinate real general\n"
            "2 3 4 3\n1 1 1 1.5\n2 3 4 2.5\n1 3 2 -1\n"},
    {"rb", "title                                                   key\n"
           "             3             1             1             1\n"
           "rua                        2             3             3\n"
           "(4I2)           (3I2)           (3F5.1)\n"
           " 1 3 3 4\n 1 2 1\n  1.5 -2.0  1D+1\n"},
    {"rb", "title\n 3 1 1 1\ncha 2 2 2 0\n(3I2)(2I2)(1P,4E8.1)\n"
           " 1 3 3\n 1 2\n 1.0E+00 0.0E+00 2.0E+00-3.0E+00\n"},
    {"npy", std::string("\x93NUMPY\x01\0\x3a\0", 10) +
                "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 2)}\n" +
                std::string("\1\0\0\0\xff\xff\7\0", 8)},
    {"npy", std::string("\x93NUMPY\x01\0\x38\0", 10) +
                "{'descr': '>f4', 'fortran_order': True, 'shape': (3,)}\n " +
                std::string("\x3f\x80\0\0\0\0\0\0\xc0\0\0\0", 12)},
    {"tns", "# remark\n1 1 1 1.0\n2 3 4 2.5\n\n2 1 4 -3\n"},
    {"tns", "1 1 1.0\n3 2 4\n3 2 5\n"},
    {"tns", "2 1\n1 2.5\n7 1e300\n"}};

const std::vector<std::string> filePieces = {"\n",
                                             " ",
                                             "\t",
                                             "-1",
                                             "0",
                                             "1",
                                             "2",
                                             "1e400",
                                             "0x1p3",
                                             "nan",
                                             "-",
                                             "+",
                                             ".",
                                             "1 1 1\n",
                                             "complex",
                                             "pattern",
                                             "real",
                                             "%",
                                             "#",
                                             "\r\n",
                                             "array",
                                             "tensor",
                                             "hermitian",
                                             "e",
                                             "1e-5",
                                             "general",
                                             "integer",
                                             "99",
                                             "9999999",
                                             "4294967296",
                                             "\xff",
                                             "9223372036854775807",
                                             "99999999999999999999"};

const std::vector<const char *> formats[] = {
    {""},
    {"d", "s", "b", "h", "e", "i", "s{pos=8,crd=8}", "ds:0/3,0%3"},
    {"dd", "CSR", "CSC", "COO", "DCSR", "LIL", "DOK", "ELL", "DIA", "SDIA",
     "BCSR{block=2x3}", "SELL{block=2}", "dg", "dn2", "CSR{pos=8,crd=8}", "de",
     "hb:1,0", "MG{block=2x2}", "di"},
    {"ddd", "COO", "CSF", "dss:2,0,1", "DOK", "bitmap", "sdh",
     "MG{block=2x2x2}", "sgt:1,0,2", "dse"}};

std::string directory;

std::string write(const std::string &ending, const std::string &text) {
  std::string path = directory + "/input." + ending;
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file || std::fwrite(text.data(), 1, text.size(), file) != text.size() ||
      std::fclose(file) != 0)
    fail("cannot write " + path);
  return path;
}

/// The bytes of all stored entries. The sign of a NaN says nothing, and is not
/// written.
std::string getEntries(const runtime::Tensor &tensor) {
  int64_t count = tensor.numStored();
  std::vector<int64_t> coordinates(count * tensor.order());
  std::string values(count * runtime::sizeOf(tensor.type()), '\0');
  tensor.entries(coordinates.data(), values.data());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (int64_t i = 0; i < count; ++i) {
    char *value = values.data() + i * runtime::sizeOf(tensor.type());
    runtime::Number number = runtime::loadNumber(tensor.type(), value);
    for (double *part : {&number.real, &number.imaginary})
      *part = std::isnan(*part) ? nan : *part;
    runtime::storeNumber(number, tensor.type(), value);
  }
  return std::string(reinterpret_cast<const char *>(coordinates.data()),
                     coordinates.size() * 8) +
         values;
}

void readFile(Random &random) {
  const File &seed = pick(files, random);
  std::string text = mutate(seed.text, filePieces, random);
  const std::vector<const char *> &list = pick(formats, random);
  std::string name = pick(list, random);
  int64_t order = &list - formats;
  current.input = name + " <- ." + seed.ending + "\n" + text;
  auto format = notation::parseFormat(name, order);
  if (!format)
    fail("not a format: " + name);
  runtime::ReadOptions options;
  std::vector<runtime::ElementType> types = runtime::allElementTypes();
  if (random() % 2 == 0)
    options.type = pick(types, random);
  if (random() % 4 == 0)
    options.dims = std::vector<int64_t>(order, 1 + random() % 9);
  options.zeroBased = random() % 8 == 0;
  runtime::PackOptions packing;
  packing.rejectDuplicates = random() % 4 == 0;
  auto tensor =
      runtime::readTensor(write(seed.ending, text), *format, options, packing);
  if (tensor.failed()) {
    if (tensor.message().empty())
      fail("no message");
    return;
  }
  // What was read is written, and reads as the same.
  std::string path = directory + "/output.tns";
  if (order != 2 || random() % 2 == 0) {
    if (order == 0)
      path = directory + "/output.ttx";
  } else {
    path = directory + "/output.mtx";
  }
  if (runtime::Status status = runtime::writeTensor(*tensor, path);
      status.failed())
    fail("cannot be written: " + status.message());
  runtime::ReadOptions again;
  again.type = tensor->type();
  again.dims = tensor->dims();
  auto second = runtime::readTensor(path, *format, again);
  if (second.failed())
    fail("what was written is refused: " + second.message());
  if (getEntries(*second) != getEntries(*tensor))
    fail("what was written reads differently");
}

struct Target {
  const char *name;
  void (*read)(Random &);
};

} // namespace

#if defined(__SANITIZE_ADDRESS__)
extern "C" void __sanitizer_set_death_callback(void (*callback)());
#endif

int main(int argc, char **argv) {
  unsigned long cases = 0, start = 0;
  double seconds = 10;
  for (int i = 1; i + 1 < argc; i += 2) {
    std::string option = argv[i];
    if (option == "--seed")
      current.seed = std::strtoul(argv[i + 1], nullptr, 10);
    else if (option == "--start")
      start = std::strtoul(argv[i + 1], nullptr, 10);
    else if (option == "--cases")
      cases = std::strtoul(argv[i + 1], nullptr, 10);
    else if (option == "--seconds")
      seconds = std::strtod(argv[i + 1], nullptr);
    else
      fail("unknown option " + option +
           "; expected --seed, --start, --cases or --seconds");
  }
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback(showCase);
#endif
  directory = "/tmp/weft-fuzz-XXXXXX";
  if (!::mkdtemp(directory.data()))
    fail("cannot make a folder");
  // A file that asks for much memory is refused.
  weft_rt_set_memory_limit(int64_t(1) << 24);
  const Target targets[] = {
      {"text", readText}, {"argument", readArgument}, {"file", readFile}};
  unsigned long counts[3] = {};
  auto begin = std::chrono::steady_clock::now();
  auto isLate = [&] {
    std::chrono::duration<double> past =
        std::chrono::steady_clock::now() - begin;
    return cases == 0 ? past.count() > seconds
                      : current.number == start + cases;
  };
  for (current.number = start; !isLate(); ++current.number)
    for (size_t which = 0; which != std::size(targets); ++which) {
      Random random(current.seed * 1000003 + current.number * 3 + which);
      current.target = targets[which].name;
      targets[which].read(random);
      ++counts[which];
    }
  for (const char *name :
       {"/input.mtx", "/input.ttx", "/input.tns", "/input.rb", "/input.npy",
        "/output.mtx", "/output.ttx", "/output.tns"})
    std::remove((directory + name).c_str());
  ::rmdir(directory.c_str());
  std::printf("%lu texts, %lu arguments, %lu files: no finding\n", counts[0],
              counts[1], counts[2]);
  return counts[0] == 0;
}
